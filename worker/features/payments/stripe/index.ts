export {
  type ChargedPrice,
  type PurchaseMetadata,
  type StartedPayment,
  startPayment,
  startSubscription,
  switchSubscription,
} from "./checkout";
export { type StripeConnection, StripeFailed } from "./connection";
export { ensureStripeCustomer } from "./customers";
export { cancelSubscription, endUnpaid } from "./endings";
