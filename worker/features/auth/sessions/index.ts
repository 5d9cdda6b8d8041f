export { issueSession } from "./issue-session";
export { noteUse, refreshedAccessToken } from "./refresh";
