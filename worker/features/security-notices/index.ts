export { type CredentialChange, deferGuessNotice, deferSecurityNotice, type NoticeTools } from "./notice";
