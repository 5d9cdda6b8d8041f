export { type CredentialChange, deferSecurityNotice, type NoticeReader, type NoticeTools } from "./notice";
