import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { CurrentUser, GatehouseClientApp, Team, TeamMember } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { keys } from "../../react/queries/keys";
import { readAgain } from "../../react/queries/resource-query";
import { ownedProjectsOptions } from "../projects/queries";
import type { OwnerRole } from "./owner-roles";

export function leaveTeamOptions(user: CurrentUser, team: Team) {
  return mutationOptions({ mutationFn: () => user.leaveTeam(team) });
}

/** Takes the projects of a team that the owner has left out of the list, once no page of one of them is shown. */
export function forgetProjectsOf(team: Team, app: GatehouseClientApp, user: CurrentUser, queryClient: QueryClient) {
  const { queryKey } = ownedProjectsOptions(app, user.id, queryClient);
  queryClient.setQueryData<{ ownerTeamId: string | null }[]>(queryKey, (projects) =>
    projects?.filter(({ ownerTeamId }) => ownerTeamId !== team.id),
  );
}

/** Changes the role of a member of a team of owners. It lasts until what the role shows in is read again. */
export function changeRoleOptions(
  app: GatehouseClientApp,
  queryClient: QueryClient,
  { team, member }: { team: Pick<Team, "id">; member: Pick<TeamMember, "id"> },
) {
  return mutationOptions({
    mutationFn: async (role: OwnerRole) => {
      const params = { team_id: team.id, user_id: member.id };
      const { caller } = app[appInternals];
      await caller("client").write("PATCH /internal/owner-teams/{team_id}/members/{user_id}", {
        params,
        body: { role },
      });
    },
    // Also after a failure, which may be because someone else has changed the roles.
    onSettled: () =>
      Promise.all(
        (["team-members", "permissions"] as const).map((name) => readAgain(queryClient, keys.resource(app, name))),
      ),
  });
}
