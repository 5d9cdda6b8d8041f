// What refuses one more of what a user, a team or an owner has: `limits` of the project's configuration has the numbers.
import { plainError } from "../../protocol/error-definitions";

type Max = { max: number };

export const channelsAtCap = plainError(400, ({ max }: Max) => `A user can have at most ${max} contact channels.`);

export const teamsAtCap = plainError(400, ({ max }: Max) => `A user can make at most ${max} teams.`);

export const keysAtCap = plainError(
  400,
  ({ owner, max }: Max & { owner: "user" | "team" }) =>
    `A ${owner} can have at most ${max} usable API keys. Revoke one first.`,
);

export const passkeysAtCap = plainError(400, ({ max }: Max) => `A user can have at most ${max} passkeys.`);

export const passkeyChallengesAtCap = plainError(
  400,
  ({ max }: Max) => `A user can have at most ${max} registrations of passkeys in progress.`,
);

/** Of all projects of an installation: `PROJECTS_PER_OWNER`. */
export const projectsAtCap = plainError(
  400,
  ({ max }: Max) => `A team, with all others that its owner has made, can have at most ${max} projects.`,
);
