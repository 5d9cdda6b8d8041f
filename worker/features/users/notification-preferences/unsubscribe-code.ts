import * as z from "zod";
import { defineCodeKind } from "../../verification-codes";

/** Switches a category of mails off for a user. It is in the link of each such mail, so it allows nothing else. */
export const unsubscribeCode = defineCodeKind({
  name: "unsubscribe",
  payload: z.object({ userId: z.string(), categoryId: z.string() }),
});
