// The code of the section, loaded when its page is opened.
export { ApiKeysPage } from "./api-keys-page";
export * as reads from "./reads";
