import type { Caller } from "../requests/caller";
import type { QueryOf } from "../requests/endpoints";

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
 * Lists what a user holds. @param user an id, or `me`
 * @internal
 */
export async function listPermissions(
  caller: Caller,
  user: string,
  [first, second]: InScope<[options?: ListPermissionsOptions]>,
): Promise<Permission[]> {
  const team = first !== undefined && "id" in first ? first : undefined;
  const { recursive = true } = (team ? second : (first as ListPermissionsOptions | undefined)) ?? {};
  return await readHeld(caller, team, { user_id: user, recursive });
}

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
  const [permission] = await readHeld(caller, team, { user_id: user, permission_id: permissionId, recursive: true });
  return permission ?? null;
}

/**
 * Tells the optional team from the permission.
 * @internal
 */
export function scoped(args: InScope<[permissionId: string]>): [team: TeamReference | undefined, permissionId: string] {
  return args.length === 2 ? [args[0], args[1]] : [undefined, args[0]];
}

async function readHeld(
  caller: Caller,
  team: TeamReference | undefined,
  query: QueryOf<"GET /project-permissions", "client">,
): Promise<Permission[]> {
  const { items } = team
    ? await caller.read("GET /team-permissions", { query: { team_id: team.id, ...query } })
    : await caller.read("GET /project-permissions", { query });
  return items.map(({ id }) => ({ id }));
}
