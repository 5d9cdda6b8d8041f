// The code of the editor of offers, loaded when one of its pages is opened.

export { NewOfferPage, OfferPage } from "./offer-pages";
export * as reads from "./reads";
