export {
  type ChargedPrice,
  type PurchaseMetadata,
  type StartedPayment,
  startPayment,
  startSubscription,
  switchSubscription,
} from "./checkout";
export { resultOf, type StripeConnection, StripeFailed } from "./connection";
export { ensureStripeCustomer } from "./customers";
export { cancelSubscription, endUnpaid } from "./endings";
export { type Invoice, readInvoices } from "./invoices";
export { startPaymentMethodUpdate } from "./payment-method";
export { paymentStatements } from "./payments";
export { createRefund, isPaymentOf, type Refund, readPayment, readSubscriptionPayments } from "./refunds";
export { readCurrency, setCancelAtPeriodEnd } from "./renewal";
export { subscriptionStatements } from "./subscriptions";
