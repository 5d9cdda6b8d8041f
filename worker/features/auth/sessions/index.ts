export { deviceOf } from "./device-tokens";
export type { FailureReason } from "./failed-sign-ins";
export { issueSession, type NewSession } from "./issue-session";
export {
  accountAt,
  accountFailures,
  deferKnownNetwork,
  forgetKnownNetworks,
  hasSignedInFromHere,
  passwordFailures,
  passwordTries,
} from "./known-networks";
export { noteFailedSignIn, noting } from "./note-failed-sign-in";
export { noteUse, refreshedAccessToken, requireLiveSession } from "./refresh";
export { requireUnrestricted } from "./require-unrestricted";
