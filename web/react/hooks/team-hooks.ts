import type { Team, TeamInvitation, TeamMember, TeamUser } from "../../kit";
import { teamInvitationOptions, teamMemberOptions, teamUserOptions } from "../queries/account-queries";
import { useApp } from "./use-app";
import { useView, type Viewed, type ViewOptions } from "./use-view";

/** The members of a team with their permissions, for those who may read them. */
export function useTeamMembers<Options extends ViewOptions>(
  team: Team,
  options?: Options,
): Viewed<TeamMember[], Options> {
  const app = useApp();
  return useView(app, teamMemberOptions(app, team), options);
}

/** The members of a team as other members see them. */
export function useTeamUsers<Options extends ViewOptions>(team: Team, options?: Options): Viewed<TeamUser[], Options> {
  const app = useApp();
  return useView(app, teamUserOptions(app, team), options);
}

/** The invitations to a team that are not accepted yet. */
export function useInvitations<Options extends ViewOptions>(
  team: Team,
  options?: Options,
): Viewed<TeamInvitation[], Options> {
  const app = useApp();
  return useView(app, teamInvitationOptions(app, team), options);
}
