import * as z from "zod";
import { defineCodeKind } from "../verification-codes";

/**
 * Ends all sessions of a user, who is its subject. It is in the link of each security notice, so it allows nothing else. Who had the account
 * before can have gathered many, so that one uses up all that were mailed to its address before, and a claim of the account ends them.
 */
export const endSessionsCode = defineCodeKind({
  name: "end_sessions",
  isUsedOncePerEmail: true,
  payload: z.object({ userId: z.string(), email: z.string().default("") }),
});
