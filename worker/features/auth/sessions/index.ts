export { issueSession, type NewSession } from "./issue-session";
export { endSessionsOf } from "./queries";
