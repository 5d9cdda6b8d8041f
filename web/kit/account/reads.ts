import type { MaskedKey } from "../api-keys/key-validity";
import { bought, itemKey, requestOf, toItem } from "../payments/item";
import { type Subject, tableOfObjects } from "../rows/operation";
import type { OAuthConnection } from "./own-objects";
import type { ListPermissionsOptions, Permission, TeamReference } from "./permissions";

/**
 * The account is loaded when needed, because most pages show no more of users and teams than their names. Only users and teams
 * lead to it, and they are loaded before it. If the core led to it too, webpack would put them into its file a second time.
 *
 * @internal
 */
export const account = () => import("./account");

// What users and teams of every tier read of themselves. What is made of the responses is loaded with the first of them.

/** A user: what of them requests need. */
interface User extends Subject {
  readonly id: string;
  /** Says how requests name this user: by id, or `me` for the user of the session. */
  readonly address: string;
}

interface Team extends Subject {
  readonly id: string;
}

type Account = Awaited<ReturnType<typeof account>>;
/** Makes each entry of a list. */
function listed<Item, T, Made>(load: (account: Account) => (item: Item, made: Made) => T) {
  return async ({ items }: { readonly items: readonly Item[] }, made: Made): Promise<T[]> => {
    const make = load(await account());
    return items.map((item) => make(item, made));
  };
}

/** Makes an object of each entry of a list. */
function objects<Item, T, Made>(load: (account: Account) => new (item: Item, made: Made) => T) {
  return listed<Item, T, Made>((account) => {
    const Class = load(account);
    return (item, made) => new Class(item, made);
  });
}

const byUser = ({ address }: User) => ({ query: { user_id: address } });
const byTeam = ({ id }: Team) => ({ query: { team_id: id } });
const onReturn = { refetchOnReturn: true } as const;

export const userReads = /* @__PURE__ */ tableOfObjects<User>()("client", ({ read }) => ({
  /** Lists where this user is signed in, newest first. */
  getActiveSessions: read(
    "GET /auth/sessions",
    byUser,
    listed(({ toActiveSession }) => toActiveSession),
    "sessions",
  ),

  /** Returns how much the user has of an item. @throws KnownError `ITEM_NOT_FOUND` */
  getItem: read(itemKey, ({ id }: User, itemId: string) => requestOf({ itemId, userId: id }), toItem, "items", bought),

  /** The profile of this user in a team. */
  getTeamProfile: read(
    "GET /team-member-profiles/{team_id}/{user_id}",
    ({ address }: User, team: { readonly id: string }) => ({ params: { team_id: team.id, user_id: address } }),
    async (profile, { caller, parts }) =>
      new (await account()).EditableTeamMemberProfile(profile, parts.params, caller),
    "team-members",
  ),

  /** Every API key of this user, newest first, also those that no longer work. */
  listApiKeys: read(
    "GET /user-api-keys",
    byUser,
    listed(({ keyOfUser }) => keyOfUser<MaskedKey>),
    "api-keys",
  ),

  /** Every address of this user. The links that verify them open in other tabs. */
  listContactChannels: read(
    "GET /contact-channels",
    byUser,
    objects(({ ContactChannel }) => ContactChannel),
    "contact-channels",
    onReturn,
  ),

  /** The kinds of email that the project sends, each with whether this user gets it. */
  listNotificationCategories: read(
    "GET /emails/notification-preference/{user_id}",
    ({ address }: User) => ({ params: { user_id: address } }),
    objects(({ NotificationCategory }) => NotificationCategory),
    "notification-categories",
  ),

  /** The passkeys of this user, newest first. */
  listPasskeys: read(
    "GET /auth/passkeys",
    byUser,
    objects(({ Passkey }) => Passkey),
    "passkeys",
    onReturn,
  ),

  /** The invitations to teams that were sent to addresses which this user has verified, and are not accepted yet. */
  listTeamInvitations: read(
    "GET /team-invitations",
    byUser,
    objects(({ ReceivedTeamInvitation }) => ReceivedTeamInvitation),
    "team-invitations",
    onReturn,
  ),

  /** The accounts at OAuth providers whose own APIs the website may use for this user, of which several may be at one provider. */
  listConnectedAccounts: read(
    "GET /connected-accounts/{user_id}",
    ({ address }: User) => ({ params: { user_id: address } }),
    listed(({ connectedAccountOf }) => connectedAccountOf),
    "oauth-providers",
    onReturn,
  ),

  /** The accounts at OAuth providers that this user is linked with. */
  listOAuthProviders: read(
    "GET /oauth-providers",
    byUser,
    objects(({ OAuthProvider }) => OAuthProvider),
    "oauth-providers",
    onReturn,
  ),
}));

const toPermissions = ({ items }: { readonly items: readonly Permission[] }) => items.map(({ id }) => ({ id }));

const permissionReads = /* @__PURE__ */ tableOfObjects<User>()("client", ({ read }) => ({
  inProject: read(
    "GET /project-permissions",
    ({ address }: User, _: TeamReference | undefined, { recursive = true }: ListPermissionsOptions = {}) => ({
      query: { user_id: address, recursive },
    }),
    toPermissions,
    "permissions",
  ),
  inTeam: read(
    "GET /team-permissions",
    ({ address }: User, team: TeamReference | undefined, { recursive = true }: ListPermissionsOptions = {}) => ({
      query: { team_id: team?.id ?? "", user_id: address, recursive },
    }),
    toPermissions,
    "permissions",
  ),
}));

/**
 * The row of what a user holds in a team or, without one, in the whole project, with its arguments.
 * @internal
 */
export function heldPermissions([first, second]: readonly [
  first?: TeamReference | ListPermissionsOptions | undefined,
  second?: ListPermissionsOptions | undefined,
]) {
  const team = first !== undefined && "id" in first ? first : undefined;
  const options = second ?? (team ? undefined : (first as ListPermissionsOptions | undefined));
  return [team ? permissionReads.inTeam : permissionReads.inProject, team, options] as const;
}

/** @internal */
export const connectedAccounts = /* @__PURE__ */ tableOfObjects<User>()("client", ({ read }) => ({
  /** The account that a user has at a provider, if its tokens have all of these scopes; null otherwise. */
  find: read(
    "POST /connected-accounts/{user_id}/{provider_id}/access-token",
    ({ address }: User, providerId: string, scopes: readonly string[]) => ({
      params: { user_id: address, provider_id: providerId },
      body: { scope: scopes.join(" ") },
    }),
    async (_, { caller, parts }): Promise<OAuthConnection | null> => (await account()).connectedAccount(caller, parts),
    "oauth-providers",
    { absent: ["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"] },
  ),
}));

export const teamReads = /* @__PURE__ */ tableOfObjects<Team>()("client", ({ read }) => ({
  /** Returns how much the team has of an item. @throws KnownError `ITEM_NOT_FOUND` */
  getItem: read(itemKey, ({ id }: Team, itemId: string) => requestOf({ itemId, teamId: id }), toItem, "items", bought),

  /** The members, in the order in which they joined. */
  listUsers: read(
    "GET /team-member-profiles",
    byTeam,
    listed(({ toTeamUser }) => toTeamUser),
    "team-members",
    onReturn,
  ),

  /** The members with their permissions, and with their addresses where the user may see them. */
  listMembers: read(
    "GET /team-members",
    byTeam,
    objects(({ TeamMember }) => TeamMember),
    "team-members",
    onReturn,
  ),

  /** The invitations that are not accepted yet. */
  listInvitations: read(
    "GET /team-invitations",
    byTeam,
    objects(({ TeamInvitation }) => TeamInvitation),
    "team-invitations",
    onReturn,
  ),

  /** Every API key of the team, newest first, also those that no longer work. */
  listApiKeys: read(
    "GET /team-api-keys",
    byTeam,
    listed(({ keyOfTeam }) => keyOfTeam<MaskedKey>),
    "api-keys",
  ),
}));

export type UserReads = typeof userReads;
export type TeamReads = typeof teamReads;
