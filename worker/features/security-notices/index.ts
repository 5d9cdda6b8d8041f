export { endSessionsCode } from "./end-sessions-code";
export type { CredentialChange } from "./mail-notice";
export { deferGuessNotice, deferSecurityNotice, type NoticeTools } from "./notice";
