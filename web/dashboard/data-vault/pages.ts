// The code of the section, loaded when its page is opened.
export { DataVaultPage } from "./data-vault-page";
export * as reads from "./reads";
