export { type CodeKind, codeLifetime, days, defineCodeKind, lifetimeInWords, minutes } from "./code-kind";
export {
  checkCode,
  claimCode,
  claimingCode,
  codeLink,
  halvesOf,
  newCode,
  openCodes,
  previewCode,
  projectOfCode,
  readOpenCode,
  readPayload,
  readUsedCode,
  reopenCode,
  replacePayloads,
  revokeCode,
  tryClaimCode,
  tryPreviewCode,
} from "./codes";
export { emailVerification, sendEmailVerification } from "./email-verification";
