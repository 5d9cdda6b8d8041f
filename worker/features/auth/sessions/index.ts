export { issueSession } from "./issue-session";
export { endSessionsOf, selectLiveSession } from "./queries";
