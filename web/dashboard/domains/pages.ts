// The code of the section, loaded when its page is opened.
export { DomainsPage } from "./domains-page";
export * as reads from "./reads";
