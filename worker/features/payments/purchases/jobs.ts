import { sweepStep } from "../../../db/expired-rows";
import { deleteExpiredStartedPurchases } from "../../../db/payments/purchases/started";
import { everyMinute, scheduledTask } from "../../../platform/jobs";

export const sweepStartedPurchases = scheduledTask({
  name: "sweep-started-purchases",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteExpiredStartedPurchases(db, Date.now())]),
});
