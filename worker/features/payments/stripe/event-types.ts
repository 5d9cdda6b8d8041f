/** Events that change subscriptions. */
export const subscriptionEvents: ReadonlySet<string> = new Set([
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "customer.subscription.trial_will_end",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.payment_succeeded",
  "invoice.upcoming",
  "invoice.marked_uncollectible",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
]);

/** Events that change one-time purchases. */
export const paymentEvents: ReadonlySet<string> = new Set([
  "payment_intent.succeeded",
  "charge.refunded",
  "charge.dispute.closed",
]);
