import * as z from "zod";
import { defineCodeKind } from "../verification-codes";

/**
 * A code of this kind ends all sessions of a user, who is its subject. It is in the link of each security notice, so it allows nothing
 * else. Whoever had the account before can have gathered many of them. So one uses up all that were emailed to its address before, and a
 * claim of the account ends them.
 */
export const endSessionsCode = defineCodeKind({
  name: "end_sessions",
  isUsedOncePerEmail: true,
  payload: z.object({ userId: z.string(), email: z.string().default("") }),
});
