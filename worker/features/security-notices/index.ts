export { type CredentialChange, deferSecurityNotice, type NoticeReader } from "./notice";
