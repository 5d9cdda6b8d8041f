import * as z from "zod";

export const teams = z.object({
  createPersonalTeamOnSignUp: z.boolean().default(false),
  allowClientTeamCreation: z.boolean().default(false),
  /** Whether invitations that do not say so, or were sent before, are for a user who has verified their address only. */
  invitationsForRecipientOnly: z.boolean().default(false),
});
