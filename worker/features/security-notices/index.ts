export type { CredentialChange } from "./email-notice";
export { endSessionsCode } from "./email-notice";
export { deferGuessNotice, deferSecurityNotice, type NoticeTools } from "./notice";
