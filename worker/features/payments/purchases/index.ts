export { type Conflicts, checkGrant, conflictsWith, type Held, includedOffers, offersOfGroup } from "./check-purchase";
export { billedConflicts, chargeOf, metadataOf } from "./live-purchase";
export type { Purchase } from "./purchase-code";
export { endingBilled, failAsProduct, findPurchase } from "./routes";
