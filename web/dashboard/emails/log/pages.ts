// The code of the log, loaded when it is opened.
export { EmailLogPage } from "./email-log-page";
export * as reads from "./reads";
