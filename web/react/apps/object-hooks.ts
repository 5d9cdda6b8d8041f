import type { ApiKey, ListPermissionsOptions, TeamReference } from "../../kit";
import { heldPermissions } from "../../kit/account/reads";
import { withRows } from "../../kit/rows/with-rows";
import type { Team } from "../../kit/teams/team";
import { User } from "../../kit/users/user";
import { useConnectedAccountOf } from "../hooks/connected-account";
import { hooksOfEach } from "../hooks/hook-of";
import type { CurrentUserHooks, ReactUser, TeamHooks } from "../hooks/objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { oneOf } from "../hooks/user-hooks";
import { type ApiKeyOwner, apiKeyOptions } from "../queries/account-queries";
import { type CachedApp, connectionOf } from "../queries/keys";
import { viewOf } from "../queries/view-of";

// The hooks of users and teams of every tier. An app for the browser loads them with its first user: a page without one needs
// none of it.

type Hooks<T> = Pick<T, Extract<keyof T, `use${string}`>>;

function useApiKeys<Options extends ViewOptions>(this: ApiKeyOwner, options?: Options): Viewed<ApiKey[], Options> {
  return useView(this, apiKeyOptions(this), options);
}

const teamHooks: TeamHooks & ThisType<Team> = {
  ...hooksOfEach("listUsers", "listInvitations", "getItem"),
  useApiKeys,
};

type PermissionViewOptions = ListPermissionsOptions & ViewOptions;

const userHooks: Hooks<CurrentUserHooks> & ThisType<ReactUser> = {
  ...hooksOfEach("listTeams", "getTeamProfile", "listContactChannels", "listNotificationCategories"),
  ...hooksOfEach("getActiveSessions", "listOAuthProviders", "getItem", "listOwnedProjects"),
  ...hooksOfEach("listTeamInvitations", "listConnectedAccounts"),
  useTeam(teamId, options) {
    return useView(this, oneOf(viewOf(this, this.listTeams), teamId), options) as never;
  },
  usePermissions<Options extends PermissionViewOptions>(first?: TeamReference | Options, second?: Options) {
    const args = [first, second] as Parameters<typeof heldPermissions>[0];
    const options = first && "id" in first ? second : (first as Options | undefined);
    return useView(this, viewOf(this, ...heldPermissions(args)), options);
  },
  usePermission<Options extends ViewOptions>(
    first: TeamReference | string,
    second?: string | Options,
    third?: Options,
  ): Viewed<{ readonly id: string } | null, Options> {
    const isInProject = typeof first === "string";
    const permissions = viewOf(this, ...heldPermissions(isInProject ? [] : [first]));
    const id = isInProject ? first : (second as string);
    return useView(this, oneOf(permissions, id), isInProject ? (second as Options | undefined) : third);
  },
  useApiKeys,
  useOAuthProvider(id, options) {
    return useView(this, oneOf(viewOf(this, this.listOAuthProviders), id), options);
  },
  useConnectedAccount(providerId, options) {
    return useConnectedAccountOf(this, providerId, options);
  },
};

/** The classes with hooks, by those of the kit. */
const classes = new WeakMap<object, unknown>();

/** Lets an app make users and teams that have hooks. */
export function makeObjectsWithHooks(app: CachedApp): void {
  connectionOf(app).classOf = classWithHooks;
}

/** The class with hooks in place of the kit's. */
export function classWithHooks<C>(kitClass: C): C {
  const base = kitClass as C & (abstract new () => User | Team);
  const made = classes.get(base) ?? withRows(base, base.prototype instanceof User ? userHooks : teamHooks);
  classes.set(base, made);
  return made as C;
}
