import { useCallback, useSyncExternalStore } from "react";
import type { GatehouseClientApp, PartialUser } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { toPartialUser } from "../../kit/users/partial-user";
import { sessionOf } from "../queries/session-of";
import type { UsePartialUserOptions } from "./objects-with-hooks";
import { requireReadable } from "./server-rendering";
import { useApp } from "./use-app";

/** The claims of the access token about the user: no request is made, and they may be some minutes old. */
export function usePartialUser(options: UsePartialUserOptions): PartialUser | null {
  return usePartialUserOf(useApp(), options);
}

/** `usePartialUser` for an app that need not be the provider's. */
export function usePartialUserOf(
  app: GatehouseClientApp,
  { from, or, tokenStore }: UsePartialUserOptions,
): PartialUser | null {
  if (from !== "token") throw new Error(`Invalid 'from' option: ${from}`);
  const subscribe = useCallback(
    (listener: () => void) => app[appInternals].onSessionChange(listener, tokenStore),
    [app, tokenStore],
  );
  // The token itself, which is the same object until the session has another one.
  const snapshot = () => sessionOf(app, tokenStore).usableAccessToken(0);
  const serverSnapshot = () => {
    requireReadable(app, tokenStore);
    return snapshot();
  };
  const token = useSyncExternalStore(subscribe, snapshot, serverSnapshot);
  if (token === null || (token.claims.is_anonymous && or !== "anonymous")) return null;
  return toPartialUser(token.claims);
}
