import type { UserKey } from "../../../db/keys";
import { teamIdsOf } from "../../../db/memberships/joins";
import { renameTeams } from "../../../db/teams/changes";
import type { Database, Statement } from "../../../platform/database";

/** The name of a personal team whose owner had neither a name nor an address when it was made. */
export const unnamedPersonalTeam = "Personal Team";

/** Holds what a personal team is named after. */
interface Owner {
  displayName?: string | null | undefined;
  primaryEmail?: string | null | undefined;
}

/** The name of a personal team after its owner; undefined when they have neither a name nor an address. */
export function personalTeamName(owner: Owner): string | undefined {
  const name = owner.displayName || owner.primaryEmail;
  return name ? `${name}'s Team` : undefined;
}

/** Names a user's personal team after them, if it has no name of its own yet. */
export function namePersonalTeam(db: Database, user: UserKey, owner: Owner): Statement[] {
  const to = personalTeamName(owner);
  if (!to) return [];
  return [renameTeams(db, { projectId: user.projectId, teamIds: teamIdsOf(db, user), from: unnamedPersonalTeam, to })];
}
