export {
  type ChargedPrice,
  cancelSubscription,
  type PurchaseMetadata,
  type StartedPayment,
  startPayment,
  startSubscription,
  switchSubscription,
} from "./checkout";
export { type StripeConnection, StripeFailed } from "./connection";
export { noStripe, stripeFailed } from "./contract";
export { ensureStripeCustomer } from "./customers";
