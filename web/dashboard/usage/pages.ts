// The code of the section, loaded when its page is opened.
export * as reads from "./reads";
export { UsagePage } from "./usage-page";
