import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { CurrentUser, GatehouseClientApp, Team } from "../../kit";
import { ownedProjectsOptions } from "../projects/queries";

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
