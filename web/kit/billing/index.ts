export { type Billing, type BillingOwner, billingOf } from "./billing";
export type {
  BillingPrice,
  IncludedOffer,
  Invoice,
  InvoicePage,
  ListInvoicesOptions,
  OneTimePurchase,
  Purchases,
  Subscription,
  SubscriptionStatus,
  SwitchOption,
  SwitchOptions,
} from "./purchases";
