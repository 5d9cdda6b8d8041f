// These errors refuse one more of what a user, a team or an owner has: `limits` of the project's configuration has the numbers.
import { plainError } from "../../protocol/error-definitions";

type Max = { max: number };

export const channelsAtCap = plainError(400, ({ max }: Max) => `A user can have at most ${max} contact channels.`, {
  remedy: "Delete one, or raise the cap of the project: `limits.contactChannelsPerUser`.",
});

export const teamsAtCap = plainError(400, ({ max }: Max) => `A user can make at most ${max} teams.`, {
  remedy: "Delete one of the teams that the user has made, or raise the cap of the project: `limits.teamsPerCreator`.",
});

export const keysAtCap = plainError(
  400,
  ({ owner, max }: Max & { owner: "user" | "team" }) =>
    `A ${owner} can have at most ${max} usable API keys. Revoke one first.`,
  { remedy: "Revoke one, or raise the cap of the project: `limits.apiKeysPerUser` or `limits.apiKeysPerTeam`." },
);

export const passkeysAtCap = plainError(400, ({ max }: Max) => `A user can have at most ${max} passkeys.`, {
  remedy: "Remove one, or raise the cap of the project: `limits.passkeysPerUser`.",
});

export const linkedAccountsAtCap = plainError(
  400,
  ({ max }: Max) => `A user can have at most ${max} linked accounts.`,
  {
    remedy: "Unlink one, or raise the cap of the project: `limits.linkedAccountsPerUser`.",
  },
);

export const passkeyChallengesAtCap = plainError(
  400,
  ({ max }: Max) => `A user can have at most ${max} registrations of passkeys in progress.`,
  { remedy: "Complete one, or wait a minute. The cap of the project is `limits.passkeyChallengesPerUser`." },
);

/** Of all projects of an instance: `PROJECTS_PER_OWNER`. */
export const projectsAtCap = plainError(
  400,
  ({ max }: Max) => `A team, with all others that its owner has made, can have at most ${max} projects.`,
  { remedy: "Delete a project. The operator of the instance can raise the cap: `PROJECTS_PER_OWNER`." },
);
