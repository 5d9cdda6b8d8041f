// The code of the page about a mail that was sent, loaded when it is opened.
export { SentPage } from "./sent-page";
export * as reads from "./sent-reads";
