import * as z from "zod";
import { mustBeInteger } from "../../protocol/validation-messages";

/**
 * The audit log: for how many days an event is kept from when it is recorded. A change holds for the events after it, and
 * those of a stolen key are kept for a month whatever it sets.
 */
export const audit = z.object({
  retentionDays: z.number().refine(Number.isInteger, mustBeInteger).min(30).max(3650).default(365),
});
