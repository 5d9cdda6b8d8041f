// The code of the section, loaded when its page is opened.
export { PaymentsPage } from "./payments-page";
export * as reads from "./reads";
