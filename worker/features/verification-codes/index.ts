export { type CodeKind, codeLifetime, days, defineCodeKind, lifetimeInWords, minutes } from "./code-kind";
export {
  checkCode,
  claimCode,
  codeLink,
  halvesOf,
  newCode,
  openCodes,
  previewCode,
  projectOfCode,
  readOpenCode,
  replacePayloads,
  revokeCode,
  tryClaimCode,
} from "./codes";
export { emailVerification, sendEmailVerification } from "./email-verification";
