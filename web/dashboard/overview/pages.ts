// The code of the section, loaded when its page is opened.
export { OverviewPage } from "./overview-page";
export * as reads from "./reads";
