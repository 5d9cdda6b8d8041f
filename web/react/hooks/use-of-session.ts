import { useCallback, useSyncExternalStore } from "react";
import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { requireReadable } from "./server-rendering";

/**
 * Returns what `snapshot` returns of the session of a token store, and again once there is another session.
 * @param snapshot returns the same until then
 */
export function useOfSession<T>(app: GatehouseClientApp, tokenStore: TokenStoreInit | undefined, snapshot: () => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { connection, onSessionChange } = app[appInternals];
      // Without a token store there is no other session.
      if ((tokenStore ?? connection.options.tokenStore) === null) return () => undefined;
      return onSessionChange(listener, tokenStore);
    },
    [app, tokenStore],
  );
  const serverSnapshot = () => {
    requireReadable(app, tokenStore);
    return snapshot();
  };
  return useSyncExternalStore(subscribe, snapshot, serverSnapshot);
}
