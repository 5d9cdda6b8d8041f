import type { GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import type { ServerUser } from "../../kit/requests/wire";
import { listedUsers, type UserSearch } from "./user-search";

/** The most users that the server gives at once. */
const pageLength = 1_000;

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
): Promise<ServerUser[]> {
  const users = new Map<string, ServerUser>();
  let cursor: string | undefined;
  do {
    const { items, pagination } = await app[appInternals].caller("server").read("GET /users", {
      query: { ...listedUsers(search), limit: pageLength, cursor },
    });
    signal.throwIfAborted();
    // By id: a user may have moved in the order of activity meanwhile.
    for (const user of items) users.set(user.id, user);
    onPage(users.size);
    cursor = pagination?.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return [...users.values()];
}
