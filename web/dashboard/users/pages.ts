// The code of the section, loaded when its list is opened.
export * as reads from "./reads";
export { UsersPage } from "./users-page";
