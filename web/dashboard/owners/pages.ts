// The code of the section, loaded when its page is opened.
export { OwnersPage } from "./owners-page";
export * as reads from "./reads";
