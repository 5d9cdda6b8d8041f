export { type Conflicts, conflictsWith, type Held, includedOffers, offersOfGroup } from "./check-purchase";
export { billedConflicts, chargeOf, metadataOf } from "./live-purchase";
export type { Purchase } from "./purchase-code";
