import { sweepStep } from "../../../db/expired-rows";
import { deleteClosing, postponeClosing, selectDueClosing } from "../../../db/payments/stripe/closings";
import { deleteExpiredStripeEvents } from "../../../db/payments/stripe/statements";
import { everyMinute, scheduledTask } from "../../../platform/jobs";
import { StripeFailed } from "./connection";
import { endSubscriptions } from "./endings";

const minute = 60 * 1000;
const maxDelay = 24 * 60 * minute;

export const sweepStripeEvents = scheduledTask({
  name: "sweep-stripe-events",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteExpiredStripeEvents(db, Date.now())]),
});

/**
 * Ends subscriptions of users, teams and projects that were deleted, so that payments for them end. What fails is repeated, at
 * most a day later, as long as it fails: an account may be out of reach for a while.
 */
export const endSubscriptionsOfDeleted = scheduledTask({
  name: "end-subscriptions-of-deleted",
  cron: everyMinute,
  step: async ({ db, settings: { stripe } }) => {
    if (!stripe) return "done";
    const now = Date.now();
    const [[closing]] = await db.batch([selectDueClosing(db, { now })]);
    if (!closing) return "done";
    try {
      const areAllEnded = await endSubscriptions({ stripe, ...closing });
      if (areAllEnded) await db.batch([deleteClosing(db, closing)]);
    } catch (error) {
      if (!(error instanceof StripeFailed)) throw error;
      const delay = Math.min(minute * 2 ** closing.failures, maxDelay);
      // A customer that Stripe does not have has no subscriptions.
      const isGone = error.code === "resource_missing";
      await db.batch([isGone ? deleteClosing(db, closing) : postponeClosing(db, closing, now + delay)]);
    }
    return "more";
  },
});
