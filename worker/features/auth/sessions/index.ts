export { issueSession, type NewSession } from "./issue-session";
export { noteUse, refreshedAccessToken, requireLiveSession } from "./refresh";
export { requireUnrestricted } from "./require-unrestricted";
