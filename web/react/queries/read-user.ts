import type { GatehouseClientApp } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { userOptions } from "./queries";
import { queryClientOf } from "./query-client";
import type { sessionOf } from "./session-of";

/**
 * The user of a session, read for a method, for whom nothing is asked where it is known that there is none. Components show them
 * too, unless they are reading something newer.
 */
export async function readUser<U>(
  app: GatehouseClientApp,
  session: ReturnType<typeof sessionOf>,
  read: () => Promise<U>,
): Promise<U> {
  const startedAt = Date.now();
  const store = (user: U | null) => {
    if (typeof window === "undefined") return;
    const { queryKey } = userOptions(app, session);
    const client = queryClientOf(app);
    const { fetchStatus, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    if (fetchStatus !== "fetching" && dataUpdatedAt <= startedAt) client.setQueryData<unknown>(queryKey, user);
  };
  try {
    const user = await read();
    store(user);
    return user;
  } catch (error) {
    if (isKnownError(error, "CANNOT_GET_OWN_USER_WITHOUT_USER")) store(null);
    throw error;
  }
}
