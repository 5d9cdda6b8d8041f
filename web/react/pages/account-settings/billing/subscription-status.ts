import type { Subscription } from "../../../../kit/billing/purchases";
import type { Tone } from "../../../../ui/feedback/alert";
import type { PlainMessage } from "../../../../ui/translation/message";

/** Tells whether nothing becomes of a subscription any more. */
export function isOver({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Tells whether a payment has to be made for a subscription to give what it includes. */
export function isOverdue({ status }: Subscription): boolean {
  return status === "past_due" || status === "unpaid" || status === "incomplete";
}

/** Says how each status of a subscription is shown. */
export const subscriptionLabels: Readonly<Record<Subscription["status"], readonly [tone: Tone, label: PlainMessage]>> =
  {
    active: ["success", "Active"],
    trialing: ["accent", "Free trial"],
    past_due: ["danger", "Payment overdue"],
    unpaid: ["danger", "Payment overdue"],
    incomplete: ["warning", "Not paid yet"],
    paused: ["neutral", "Paused"],
    canceled: ["neutral", "Ended"],
    incomplete_expired: ["neutral", "Ended"],
  };

/** Returns how the status of a subscription is shown. One that was cancelled goes on until its period ends. */
export function statusLabel(subscription: Subscription): readonly [tone: Tone, label: PlainMessage] {
  if (subscription.cancelsAtPeriodEnd && !isOver(subscription)) return ["warning", "Cancelled"];
  return subscriptionLabels[subscription.status];
}
