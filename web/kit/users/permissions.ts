import type { Caller } from "../requests/caller";
import { path, withQuery } from "../requests/path";
import type * as wire from "../requests/wire";

/** What somebody may do, in a team or in the whole project. */
export interface Permission {
  readonly id: string;
}

/** What names a team: its id. */
export interface TeamReference {
  readonly id: string;
}

export interface ListPermissionsOptions {
  /** Also what the granted permissions contain; unless it is false. */
  readonly recursive?: boolean;
}

/** Arguments that a team may stand in front of; without one they are about the whole project. */
export type InScope<Rest extends readonly unknown[]> = readonly [team: TeamReference, ...Rest] | Rest;

/** What a user holds. @param user an id, or `me` */
export async function listPermissions(
  caller: Caller,
  user: string,
  [first, second]: InScope<[options?: ListPermissionsOptions]>,
): Promise<Permission[]> {
  const team = first !== undefined && "id" in first ? first : undefined;
  const { recursive = true } = (team ? second : (first as ListPermissionsOptions | undefined)) ?? {};
  return await held(caller, team, { user_id: user, recursive });
}

/** One permission of a user's, granted directly or contained in one that was; null when they do not hold it. */
export async function getPermission(
  caller: Caller,
  user: string,
  args: InScope<[permissionId: string]>,
): Promise<Permission | null> {
  const [team, permissionId] = scoped(args);
  const [permission] = await held(caller, team, { user_id: user, permission_id: permissionId, recursive: true });
  return permission ?? null;
}

/** Grants a permission, or takes a direct grant back. Only for the server tier. */
export async function changePermission(
  caller: Caller,
  method: "POST" | "DELETE",
  user: string,
  args: InScope<[permissionId: string]>,
): Promise<void> {
  const [team, permissionId] = scoped(args);
  const grant = team
    ? path`/team-permissions/${team.id}/${user}/${permissionId}`
    : path`/project-permissions/${user}/${permissionId}`;
  await caller.write(method, grant, {}, ["permissions"]);
}

function scoped(args: InScope<[permissionId: string]>): [team: TeamReference | undefined, permissionId: string] {
  return args.length === 2 ? [args[0], args[1]] : [undefined, args[0]];
}

async function held(
  caller: Caller,
  team: TeamReference | undefined,
  query: Record<string, string | boolean>,
): Promise<Permission[]> {
  const list = team
    ? withQuery("/team-permissions", { team_id: team.id, ...query })
    : withQuery("/project-permissions", query);
  const { items } = await caller.read<wire.List<wire.Permission>>(list);
  return items.map(({ id }) => ({ id }));
}
