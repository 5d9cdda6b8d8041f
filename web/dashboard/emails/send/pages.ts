// The code of the page that makes a mail, loaded when it is opened.
export * as reads from "./reads";
export { SendPage } from "./send-page";
