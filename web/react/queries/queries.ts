import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { ownProject } from "../../kit/projects/project";
import { queryClientOf } from "./query-client";
import { resourceOptions } from "./resource-query";
import { sessionNumber, sessionOf } from "./session-of";
import { viewOf } from "./view-of";

/** The user of the app's session, anonymous ones included: the hooks leave those out unless asked for them. */
export function userOptions(app: GatehouseClientApp, session = sessionOf(app), tokenStore?: TokenStoreInit) {
  return resourceOptions(app, "current-user", [sessionNumber(session)], () =>
    app.getUser({ or: "anonymous-if-exists[deprecated]", tokenStore }),
  );
}

/** The public part of the project. A client app of the kit itself loads its row later. */
export function projectOptions(app: GatehouseClientApp) {
  return viewOf(app, "operation" in app.getProject ? app.getProject : ownProject.getProject);
}

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
