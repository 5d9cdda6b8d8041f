// The code of the page of a user, loaded when it is opened.
export * as reads from "./reads";
export { UserPage } from "./user-page";
