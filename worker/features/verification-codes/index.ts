export { type CodeKind, codeLifetime, days, defineCodeKind, lifetimeInWords, minutes } from "./code-kind";
export {
  checkCode,
  claimCode,
  claimFoundCode,
  claimFoundCodeThen,
  claimingCode,
  codeLink,
  codeQuery,
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
