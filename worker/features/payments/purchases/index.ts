export { chargeOf, metadataOf } from "./charge";
export { type Conflicts, conflictsWith } from "./check-purchase";
export { type Held, includedOffers, offersOfGroup } from "./held";
export { billedConflicts } from "./live-purchase";
export type { Purchase } from "./purchase-code";
