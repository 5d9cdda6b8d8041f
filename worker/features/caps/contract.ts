// What refuses one more of what a user, a team or an owner has: `limits` of the project's configuration has the numbers.
import { plainError } from "../../protocol/error-definitions";

type Most = { most: number };

export const channelsAtCap = plainError(400, ({ most }: Most) => `A user can have at most ${most} contact channels.`);

export const teamsAtCap = plainError(400, ({ most }: Most) => `A user can make at most ${most} teams.`);

export const keysAtCap = plainError(
  400,
  ({ owner, most }: Most & { owner: "user" | "team" }) =>
    `A ${owner} can have at most ${most} usable API keys. Revoke one first.`,
);

export const passkeysAtCap = plainError(400, ({ most }: Most) => `A user can have at most ${most} passkeys.`);

export const passkeyChallengesAtCap = plainError(
  400,
  ({ most }: Most) => `A user can have at most ${most} registrations of passkeys in progress.`,
);

/** Of all projects of an installation: `PROJECTS_PER_OWNER`. */
export const projectsAtCap = plainError(
  400,
  ({ most }: Most) => `A team, with all others that its owner has made, can have at most ${most} projects.`,
);
