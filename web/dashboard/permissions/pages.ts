// The code of the section, loaded when its page is opened.
export { PermissionsPage } from "./permissions-page";
export * as reads from "./reads";
