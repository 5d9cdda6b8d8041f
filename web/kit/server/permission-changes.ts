import { type InScope, scoped } from "../account/permissions";
import type { Caller } from "../requests/caller";

/** Grants a permission, or revokes a direct grant. */
export async function changePermission(
  caller: Caller<"server">,
  method: "POST" | "DELETE",
  user: string,
  args: InScope<[permissionId: string]>,
): Promise<void> {
  const [team, permissionId] = scoped(args);
  const params = { user_id: user, permission_id: permissionId };
  if (team) {
    const inTeam = { params: { ...params, team_id: team.id }, body: {} };
    await caller.write(`${method} /team-permissions/{team_id}/{user_id}/{permission_id}`, inTeam);
  } else {
    await caller.write(`${method} /project-permissions/{user_id}/{permission_id}`, { params, body: {} });
  }
}
