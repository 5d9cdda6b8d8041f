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
export { type Invoice, readInvoices } from "./invoices";
export { startPaymentMethodUpdate } from "./payment-method";
export { readCurrency, setCancelAtPeriodEnd } from "./renewal";
export { subscriptionStatements } from "./subscriptions";
