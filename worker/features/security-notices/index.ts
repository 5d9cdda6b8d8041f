export { type CredentialChange, deferSecurityNotice, type NoticeTools } from "./notice";
