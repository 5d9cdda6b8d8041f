export { issueSession, type NewSession } from "./issue-session";
export { noteUse, refreshedAccessToken, requireLiveSession } from "./refresh";
