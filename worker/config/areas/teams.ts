import * as z from "zod";

export const teams = z.object({
  createPersonalTeamOnSignUp: z.boolean().default(false),
  allowClientTeamCreation: z.boolean().default(false),
});
