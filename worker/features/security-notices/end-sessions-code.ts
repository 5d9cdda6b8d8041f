import * as z from "zod";
import { defineCodeKind } from "../verification-codes";

/** Ends all sessions of a user. It is in the link of each security notice, so it allows nothing else. */
export const endSessionsCode = defineCodeKind({
  name: "end_sessions",
  payload: z.object({ userId: z.string() }),
});
