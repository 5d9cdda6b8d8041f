// The code of the section, loaded when its page is opened.
export { AuditLogPage } from "./audit-log-page";
export * as reads from "./reads";
