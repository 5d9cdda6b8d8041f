import * as z from "zod";
import { mustBeInteger } from "../../protocol/validation-messages";

/** The audit log: for how many days an event is kept from when it is recorded. */
export const audit = z.object({
  retentionDays: z.number().refine(Number.isInteger, mustBeInteger).min(1).max(3650).default(365),
});
