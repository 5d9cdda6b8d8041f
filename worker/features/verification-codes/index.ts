export { type CodeKind, codeLifetime, days, defineCodeKind, lifetimeInWords, minutes } from "./code-kind";
export {
  checkCode,
  claimCode,
  claimCodeWith,
  claimFoundCode,
  claimReadCode,
  claimStatements,
  codeKey,
  codeLink,
  halvesOf,
  newCode,
  projectOfCode,
} from "./codes";
export { emailVerification, sendEmailVerification } from "./email-verification";
