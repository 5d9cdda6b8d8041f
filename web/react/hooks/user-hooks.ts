import { skipToken } from "@tanstack/react-query";
import type {
  ApiKey,
  ConnectedAccountOptions,
  CurrentUser,
  EditableTeamMemberProfile,
  ListPermissionsOptions,
  OAuthProvider,
  Permission,
  Team,
  TeamInvitation,
  TeamMember,
  TeamReference,
  TeamUser,
} from "../../kit";
import { heldPermissions } from "../../kit/account/reads";
import { apiKeyOptions } from "../queries/account-queries";
import { keys } from "../queries/keys";
import { viewOf } from "../queries/view-of";
import { useConnectedAccountOf } from "./connected-account";
import type { ConnectedAccount, ReactTeam } from "./objects-with-hooks";
import { useApp } from "./use-app";
import { useUserState } from "./use-user";
import { useView, useViewState, type Viewed, type ViewOptions, type ViewQuery, viewed } from "./use-view";

// Hooks about the signed-in user. All throw without one, unless `or: "redirect"` goes to the sign-in page.

/** Says how a hook about the signed-in user waits, and what it does without one. */
export type UserViewOptions = ViewOptions & { or?: "throw" | "redirect" };

/** The teams that the user is a member of. */
export const useTeams = /* @__PURE__ */ hookOfUser("useTeams", teamsOf);

/** One of them; null where the user is no member. */
export function useTeam<Options extends UserViewOptions>(
  teamId: string,
  options?: Options,
): Viewed<ReactTeam | null, Options> {
  return useOfUser("useTeam", (user) => oneOf(teamsOf(user), teamId), options);
}

/** The user's own profile in a team. */
export function useTeamProfile<Options extends UserViewOptions>(
  team: Team,
  options?: Options,
): Viewed<EditableTeamMemberProfile, Options> {
  return useOfUser("useTeamProfile", (user) => viewOf(user, user.getTeamProfile, team), options);
}

/** Returns what the user may do: in a team, or in the whole project where it is undefined. */
export function usePermissions<Options extends UserViewOptions & ListPermissionsOptions>(
  team?: TeamReference,
  options?: Options,
): Viewed<Permission[], Options> {
  return useOfUser("usePermissions", (user) => viewOf(user, ...heldPermissions([team, options])), options);
}

/** One permission; null where the user does not hold it. */
export function usePermission<Options extends UserViewOptions>(
  team: TeamReference | undefined,
  permissionId: string,
  options?: Options,
): Viewed<Permission | null, Options> {
  const query = (user: CurrentUser) => oneOf(viewOf(user, ...heldPermissions([team])), permissionId);
  return useOfUser("usePermission", query, options);
}

/** The user's email addresses. */
export const useContactChannels = /* @__PURE__ */ hookOfUser("useContactChannels", (user) =>
  viewOf(user, user.listContactChannels),
);

/** Lists where the user is signed in. */
export const useSessions = /* @__PURE__ */ hookOfUser("useSessions", (user) => viewOf(user, user.getActiveSessions));

/** The user's API keys, or those of a team. */
export function useApiKeys<Options extends UserViewOptions & { team?: Team }>(
  options?: Options,
): Viewed<ApiKey[], Options> {
  return useOfUser("useApiKeys", (user) => apiKeyOptions(options?.team ?? user), options);
}

/** The accounts at OAuth providers that the user is linked with. */
export const useOAuthProviders = /* @__PURE__ */ hookOfUser("useOAuthProviders", (user) =>
  viewOf(user, user.listOAuthProviders),
);

/** One of them by the id of its link; null for none. */
export function useOAuthProvider<Options extends UserViewOptions>(
  id: string,
  options?: Options,
): Viewed<OAuthProvider | null, Options> {
  return useOfUser("useOAuthProvider", (user) => oneOf(viewOf(user, user.listOAuthProviders), id), options);
}

/**
 * The user's account at a provider, to use the provider's own API with; null when none is connected, or not with all
 * of these scopes. `or: "redirect"` leaves for the provider to connect one, and for the sign-in page without a user.
 */
export function useConnectedAccount(
  providerId: string,
  options: ConnectedAccountOptions & { or: "redirect" },
): ConnectedAccount;
export function useConnectedAccount(providerId: string, options?: ConnectedAccountOptions): ConnectedAccount | null;
export function useConnectedAccount(providerId: string, options: ConnectedAccountOptions = {}) {
  const app = useApp();
  const user = useUserState(app, { or: options.or ?? "throw" }).data;
  if (!user) throw signedOut("useConnectedAccount");
  return useConnectedAccountOf(user, providerId, options);
}

/** The categories of email that the project sends, each with whether the user gets it. */
export const useNotificationCategories = /* @__PURE__ */ hookOfUser("useNotificationCategories", (user) =>
  viewOf(user, user.listNotificationCategories),
);

/** The user's passkeys. */
export const usePasskeys = /* @__PURE__ */ hookOfUser("usePasskeys", (user) => viewOf(user, user.listPasskeys));

type QueryOf<T> = (user: CurrentUser) => ViewQuery<T>;

function teamsOf(user: CurrentUser): ViewQuery<ReactTeam[]> {
  return viewOf(user, user.listTeams) as ViewQuery<ReactTeam[]>;
}

/** A hook about the signed-in user whose name is for its errors. */
function hookOfUser<T>(name: string, queryOf: QueryOf<T>) {
  return function useUserView<Options extends UserViewOptions>(options?: Options): Viewed<T, Options> {
    return useOfUser(name, queryOf, options);
  };
}

/** A view of the signed-in user's, which waits for that user first. */
function useOfUser<T, Options extends UserViewOptions>(
  hook: string,
  queryOf: QueryOf<T>,
  options: Options | undefined,
): Viewed<T, Options> {
  const app = useApp();
  const { suspense, or } = options ?? {};
  const { data: user, ...userView } = useUserState(app, { suspense, or: or === "redirect" ? or : "return-null" });
  if (user === null && suspense !== false) throw signedOut(hook);
  // Nothing is read before there is a user.
  const query: ViewQuery<T> = user ? queryOf(user) : { queryKey: keys.nothing, queryFn: skipToken };
  const view = useViewState<T>(app, query, { suspense });
  if (user) return viewed(view, options);
  const error = user === null ? signedOut(hook) : userView.error;
  return viewed<T, Options>({ data: undefined, error, isPending: error === null }, options);
}

function signedOut(hook: string): Error {
  return new Error(`User is not signed in but ${hook} was called`);
}

/** The entry of a list by its id, or null. */
export function oneOf<T extends { readonly id: string }>(query: ViewQuery<T[]>, id: string): ViewQuery<T | null> {
  return { ...query, select: (items: T[]) => items.find((item) => item.id === id) ?? null };
}

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
