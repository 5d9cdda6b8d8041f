// The code of the page, loaded when it is opened.
export { EmailServerPage } from "./email-server-page";
export * as reads from "./reads";
