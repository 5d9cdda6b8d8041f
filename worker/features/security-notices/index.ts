export type { CredentialChange } from "./mail-notice";
export { endSessionsCode } from "./mail-notice";
export { deferGuessNotice, deferSecurityNotice, type NoticeTools } from "./notice";
