import type { Caller } from "../requests/caller";

/** Says what a user may do, in a team or in the whole project. */
export interface Permission {
  readonly id: string;
}

/** Names a team: its id. */
export interface TeamReference {
  readonly id: string;
}

export interface ListPermissionsOptions {
  /** Also what the granted permissions contain; unless it is false. */
  readonly recursive?: boolean;
}

/** Arguments with an optional team in front; without one they are about the whole project. */
export type InScope<Rest extends readonly unknown[]> = readonly [team: TeamReference, ...Rest] | Rest;

/**
 * One permission of a user's, granted directly or contained in one that was; null when they do not hold it.
 * @internal
 */
export async function getPermission(
  caller: Caller,
  user: string,
  args: InScope<[permissionId: string]>,
): Promise<Permission | null> {
  const [team, permissionId] = scoped(args);
  const query = { user_id: user, permission_id: permissionId, recursive: true };
  const { items } = team
    ? await caller.read("GET /team-permissions", { query: { team_id: team.id, ...query } })
    : await caller.read("GET /project-permissions", { query });
  const [permission] = items;
  return permission ? { id: permission.id } : null;
}

/**
 * Tells the optional team from the permission.
 * @internal
 */
export function scoped(args: InScope<[permissionId: string]>): [team: TeamReference | undefined, permissionId: string] {
  return args.length === 2 ? [args[0], args[1]] : [undefined, args[0]];
}
