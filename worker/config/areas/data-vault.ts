import * as z from "zod";
import { chosenId } from "../settings";

export const dataVault = z.object({
  stores: z.record(chosenId("store"), z.object({ displayName: z.string().default("Unnamed Vault") })),
});
