export {
  type ChargedPrice,
  cancelSubscription,
  type PurchaseMetadata,
  startPayment,
  startSubscription,
  switchSubscription,
} from "./checkout";
export { type StripeConnection, StripeFailed } from "./connection";
export { ensureStripeCustomer } from "./customers";
