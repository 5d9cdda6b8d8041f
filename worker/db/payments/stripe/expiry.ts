import type { Database } from "../../../platform/database";
import { deleteExpired } from "../../expired-rows";
import { stripeEvents } from "./schema";

/** Deletes a bounded number of events whose time is over: long after the provider has stopped to repeat them. */
export function deleteExpiredStripeEvents(db: Database, time: number) {
  return deleteExpired(db, stripeEvents, time);
}
