import * as z from "zod";
import { mustBeInteger } from "../../protocol/validation-messages";

const count = (fallback: number) =>
  z.number().refine(Number.isInteger, mustBeInteger).min(1).max(1000).default(fallback);

/** How many a user or a team may have. They hold for servers as for clients; what is there beyond one stays. */
export const limits = z.object({
  contactChannelsPerUser: count(50),
  /** Of which the user is the creator, whether or not they are a member still. */
  teamsPerCreator: count(100),
  /** Those that are neither revoked nor expired. */
  apiKeysPerUser: count(100),
  apiKeysPerTeam: count(100),
  passkeysPerUser: count(25),
  /** At OAuth providers, whether they sign the user in or not. */
  linkedAccountsPerUser: count(100),
  /** Registrations of passkeys that have begun and may still be completed. */
  passkeyChallengesPerUser: count(50),
});
