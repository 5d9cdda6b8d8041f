import * as z from "zod";
import { defineCodeKind } from "../../verification-codes";

/** Lets a signed-in person take a project over. Its subject is the project, which is handed over once. */
export const transferCode = defineCodeKind({
  name: "integration_transfer",
  isUsedOncePerSubject: true,
  payload: z.object({ clientId: z.string(), projectId: z.string() }),
});
