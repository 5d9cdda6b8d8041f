import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { profilesOf, type TeamMemberProfile, toTeamProfile } from "../teams/members";
import type { UserContext } from "../users/user";
import { ServerUser } from "./server-user";

/** A member of a team, as a trusted backend sees them. */
export class ServerTeamUser extends ServerUser {
  readonly #profile: TeamMemberProfile;

  constructor(profile: wire.ServerTeamMemberProfile, context: UserContext) {
    super(profile.user, context);
    this.#profile = toTeamProfile(profile);
  }

  /** How the member shows themself in the team that they were listed for. */
  get teamProfile(): TeamMemberProfile {
    return this.#profile;
  }
}

export async function listServerUsers(
  teamId: string,
  caller: Caller,
  connection: Connection,
): Promise<ServerTeamUser[]> {
  const { items } = await caller.read<wire.List<wire.ServerTeamMemberProfile>>(profilesOf(teamId));
  return items.map((profile) => new ServerTeamUser(profile, { caller, connection }));
}
