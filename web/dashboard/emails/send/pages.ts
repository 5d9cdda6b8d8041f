// The code of both pages, loaded when one of them is opened.
export * as reads from "./reads";
export { SendPage } from "./send-page";
export { SentPage } from "./sent-page";
