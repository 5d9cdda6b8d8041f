// The code of the section, loaded when one of its pages is opened.
export * as reads from "./reads";
export { UserPage } from "./user/user-page";
export { UsersPage } from "./users-page";
