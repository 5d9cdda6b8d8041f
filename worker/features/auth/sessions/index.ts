export { issueSession } from "./issue-session";
export { noteUse, refreshedAccessToken, requireLiveSession } from "./refresh";
