import * as z from "zod";

export const apiKeys = z.object({
  enabled: z.object({ user: z.boolean().default(false), team: z.boolean().default(false) }),
});
