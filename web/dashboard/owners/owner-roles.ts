import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { appInternals } from "../../kit/app/internals";
import type { CurrentUser, GatehouseClientApp, Team, TeamMember } from "../../kit/index";
import { keys } from "../../react/queries/keys";
import { readAgain } from "../../react/queries/resource-query";
import { hidden, kitCode } from "../code/written-code";
import { ownedProjectsOptions } from "../projects/use-owned-projects";

/** Says what a member of a team of owners is. */
export type OwnerRole = "admin" | "member";

/** The permission that lets an owner transfer the project, change roles and remove other owners. */
const admin = "team_admin";

type Role = Pick<TeamMember, "id" | "permissionIds">;

export function isAdmin({ permissionIds }: Role): boolean {
  return permissionIds.includes(admin);
}

/** Tells whether the team keeps members, but no admin, once this one has gone. */
export function isLastAdmin(member: Role, members: readonly Role[]): boolean {
  const others = members.filter(({ id }) => id !== member.id);
  return isAdmin(member) && others.length > 0 && !others.some(isAdmin);
}

/** Tells whether the team has one admin alone, which this one is: alone in the team too. */
export function isOnlyAdmin(member: Role, members: readonly Role[]): boolean {
  return isAdmin(member) && members.filter(isAdmin).length === 1;
}

/** The request that changes a role, as code: owners send it with their own session. */
export function roleCode(
  apiUrl: string,
  { teamId, userId, role }: { teamId: string; userId: string; role: OwnerRole },
) {
  return kitCode([], "fetch", `${apiUrl}/api/v1/internal/owner-teams/${teamId}/members/${userId}`, {
    method: "PATCH",
    headers: {
      "Content-Type": "application/json",
      "X-Stack-Access-Type": "client",
      "X-Stack-Project-Id": "internal",
      "X-Stack-Publishable-Client-Key": hidden("INTERNAL_PUBLISHABLE_CLIENT_KEY"),
      "X-Stack-Access-Token": hidden("OWNER_ACCESS_TOKEN"),
    },
    body: JSON.stringify({ role }),
  });
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
