// The code of the section, loaded when its page is opened.
export * as reads from "./reads";
export { SignInMethodsPage } from "./sign-in-methods-page";
