export { type CodeKind, days, defineCodeKind, minutes } from "./code-kind";
export { checkCode, claimCode, codeLink, halvesOf, newCode } from "./codes";
export { emailVerification, sendEmailVerification } from "./email-verification";
