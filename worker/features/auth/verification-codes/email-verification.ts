import * as z from "zod";
import { days, defineCodeKind } from "./code-kind";

/** Proves that whoever uses it reads the mail of an address. The address is one of the user's, in normal form. */
export const emailVerification = defineCodeKind({
  name: "email_verification",
  lifetimeMillis: 7 * days,
  payload: z.object({ userId: z.string(), email: z.string() }),
});
