import { sweepStep } from "../../../db/expired-rows";
import { deleteExpiredStripeEvents } from "../../../db/payments/stripe/expiry";
import { everyMinute, scheduledTask } from "../../../platform/jobs";

export const sweepStripeEvents = scheduledTask({
  name: "sweep-stripe-events",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteExpiredStripeEvents(db, Date.now())]),
});
