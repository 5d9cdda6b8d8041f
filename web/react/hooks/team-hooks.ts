import type { Team, TeamInvitation, TeamMember, TeamUser } from "../../kit";
import { viewOf } from "../queries/view-of";
import { useView, type Viewed, type ViewOptions } from "./use-view";

/** The members of a team with their permissions, for those who may read them. */
export function useTeamMembers<Options extends ViewOptions>(
  team: Team,
  options?: Options,
): Viewed<TeamMember[], Options> {
  return useView(team, viewOf(team, team.listMembers), options);
}

/** The members of a team as other members see them. */
export function useTeamUsers<Options extends ViewOptions>(team: Team, options?: Options): Viewed<TeamUser[], Options> {
  return useView(team, viewOf(team, team.listUsers), options);
}

/** The invitations to a team that are not accepted yet. */
export function useInvitations<Options extends ViewOptions>(
  team: Team,
  options?: Options,
): Viewed<TeamInvitation[], Options> {
  return useView(team, viewOf(team, team.listInvitations), options);
}
