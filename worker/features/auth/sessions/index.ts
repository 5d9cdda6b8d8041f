export { issueSession } from "./issue-session";
export { readOAuthClient } from "./oauth-client";
export { endSessionsOf, selectLiveSession } from "./queries";
