import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import type { GatehouseAdminApp } from "../../kit/index";
import type { ServerUser as WireUser } from "../../kit/requests/wire";
import { ServerContactChannel } from "../../kit/server/account";
import { ServerUser } from "../../kit/server/users-and-teams";
import { resourceOptions } from "../../react/index";
import { keys } from "../../react/queries/keys";
import type { Translate } from "../translation/use-translation";
import { type ListedUsers, listedUsers, type UserSearch } from "../user-filters/user-search";
import { readSuspension } from "./suspension";

/** A row of the list. */
export interface ListedUser {
  readonly user: ServerUser;
  /** As the wire has the user. */
  readonly read: WireUser;
}

/** Sets how many users a page of the list has: the first one is shown soon, and the others are few requests. */
const pageLengths = { first: 50, further: 500 };

/** The list of users, page by page. */
export function userListOptions(app: GatehouseAdminApp, listed: ListedUsers) {
  return infiniteQueryOptions({
    queryKey: [...userListKey(app), JSON.stringify(listed)],
    queryFn: ({ pageParam }) => readUsers(app, listed, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

async function readUsers(app: GatehouseAdminApp, listed: ListedUsers, cursor: string | null) {
  const { caller, connection } = app[appInternals];
  const limit = cursor === null ? pageLengths.first : pageLengths.further;
  const { items, pagination } = await caller("server").read("GET /users", {
    // No metadata: any user may store half a megabyte, and the list shows none.
    query: { ...listed, limit, cursor: cursor ?? undefined, omit_metadata: true },
  });
  const context = { caller: caller("server"), connection };
  return {
    users: items.map(
      (user): ListedUser => ({
        user: connection.make(ServerUser, user, context),
        read: user,
      }),
    ),
    nextCursor: pagination?.next_cursor ?? null,
  };
}

function userListKey(app: GatehouseAdminApp) {
  return [...keys.resource(app, "users"), "list"];
}

/**
 * Reads all users whom a search selects, page by page.
 *
 * @param options.signal takes no further page when it aborts, and throws
 * @param options.onPage is handed how many users were read so far
 */
export async function readAllUsers(
  app: GatehouseAdminApp,
  search: UserSearch,
  { signal, onPage }: { signal: AbortSignal; onPage: (count: number) => void },
): Promise<WireUser[]> {
  const users = new Map<string, WireUser>();
  let cursor: string | undefined;
  do {
    const { items, pagination } = await app[appInternals].caller("server").read("GET /users", {
      query: { ...listedUsers(search), limit: 1_000, cursor },
    });
    signal.throwIfAborted();
    // By id: a user may have moved in the order of activity meanwhile.
    for (const user of items) users.set(user.id, user);
    onPage(users.size);
    cursor = pagination?.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return [...users.values()];
}

/** Keeps the first pages of loaded lists only, before a write: whatever is loaded is read again after each. */
export function forgetFurtherPages(app: GatehouseAdminApp, queryClient: QueryClient): void {
  queryClient.setQueriesData<{ pages: unknown[]; pageParams: unknown[] }>(
    { queryKey: userListKey(app) },
    (data) => data && { pages: data.pages.slice(0, 2), pageParams: data.pageParams.slice(0, 2) },
  );
}

/** The newest users whose name, email or id has the text; without one the newest of all. */
export function newestUsersOptions(app: GatehouseAdminApp, text: string, limit: number) {
  return resourceOptions(app, "users", ["newest", text, limit], () =>
    app.listUsers({ query: text || undefined, limit, desc: true, orderBy: "signedUpAt" }),
  );
}

/** One user with all their addresses, and whether they are suspended; null when no user has this id. */
export function userOptions(app: GatehouseAdminApp, userId: string) {
  return resourceOptions(app, "users", ["one", userId], async () => {
    const [user, channels, suspension] = await Promise.all([
      unlessUnknown(app.getUser(userId)),
      unlessUnknown(listChannels(app, userId)),
      unlessUnknown(readSuspension(app, userId)),
    ]);
    return user && suspension && { user, channels: channels ?? [], suspension };
  });
}

/** The addresses of a user, who need not be read first. */
async function listChannels(app: GatehouseAdminApp, userId: string) {
  const { caller, connection } = app[appInternals];
  const { items } = await caller("server").read("GET /contact-channels", { query: { user_id: userId } });
  const made = { caller: caller("server"), connection, of: { address: userId } };
  return items.map((channel) => new ServerContactChannel(channel, made));
}

/** Returns what was read of a user; null when the id is unknown, or no UUID, which the server refuses as a malformed request. */
async function unlessUnknown<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isKnownError(error, "SCHEMA_ERROR") || isKnownError(error, "USER_NOT_FOUND")) return null;
    throw error;
  }
}

/** The display name of a user, or the email address of one without a name. */
export function userName(user: ServerUser, t: Translate): string {
  return user.displayName ?? user.primaryEmail ?? t("User without a name");
}
