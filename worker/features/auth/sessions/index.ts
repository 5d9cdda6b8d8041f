export { issueSession } from "./issue-session";
export { endSessionsOf } from "./queries";
