// The code of the section, loaded when its page is opened.
export { AppearancePage } from "./appearance-page";
export * as reads from "./reads";
