import * as z from "zod";
import { chosenId } from "../settings";

export const workflows = z.object({
  availableWorkflows: z.record(
    chosenId("workflow"),
    z.object({
      displayName: z.string().default("Unnamed Workflow"),
      tsSource: z.string().default("Error: this workflow has no source."),
      enabled: z.boolean().default(false),
    }),
  ),
});
