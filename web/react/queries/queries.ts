import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { resourceOptions } from "./resource-query";
import { sessionOf } from "./session-of";

/** Numbers the sessions that views were cached for: their own keys hold tokens, which do not belong in a cache. */
const sessionNumbers = new WeakMap<object, number>();
let sessionCount = 0;

function sessionNumber(session: object): number {
  const number = sessionNumbers.get(session) ?? ++sessionCount;
  sessionNumbers.set(session, number);
  return number;
}

/** The user of the app's session, anonymous ones included: the hooks leave those out unless asked for them. */
export function userOptions(app: GatehouseClientApp, session: object = sessionOf(app), tokenStore?: TokenStoreInit) {
  return resourceOptions(app, "current-user", [sessionNumber(session)], () =>
    app.getUser({ or: "anonymous-if-exists[deprecated]", tokenStore }),
  );
}

/** The public part of the project. */
export function projectOptions(app: GatehouseClientApp) {
  return resourceOptions(app, "project", [], () => app.getProject());
}
