export { type Held, includedOffers, offersOfGroup } from "./held";
