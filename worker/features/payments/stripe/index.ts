export {
  type ChargedPrice,
  type PurchaseMetadata,
  type StartedPayment,
  startPayment,
  startSubscription,
  switchSubscription,
} from "./checkout";
export { resultOf, type StripeConnection, StripeFailed } from "./connection";
export { ensureStripeCustomer, type Invoice, readInvoices, startPaymentMethodUpdate } from "./customers";
export { cancelSubscription, endUnpaid, readCurrency, setCancelAtPeriodEnd } from "./endings";
export { completeSetup, type PaymentMethod, readPaymentMethod, startSetup } from "./payment-methods";
export { paymentStatements } from "./payments";
export { createRefund, isPaymentOf, type Refund, readPayment, readSubscriptionPayments } from "./refunds";
export { subscriptionStatements } from "./subscriptions";
