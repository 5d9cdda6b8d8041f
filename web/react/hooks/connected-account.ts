import { use } from "react";
import type { ConnectedAccountOptions, CurrentUser, GatehouseClientApp, OAuthConnection } from "../../kit";
import { connectedAccountOptions } from "../queries/account-queries";
import { resourceOptions } from "../queries/resource-query";
import type { ConnectedAccount } from "./objects-with-hooks";
import { useView, useViewState, type View, type ViewOptions, viewed } from "./use-view";

/** Never settles: suspends until the browser has left for the provider. */
const forever = new Promise<never>(() => undefined);

/** `useConnectedAccount` for a user of any tier. */
export function useConnectedAccountOf(
  app: GatehouseClientApp,
  user: Pick<CurrentUser, "id" | "caller" | "getConnectedAccount">,
  providerId: string,
  { scopes, or, suspense }: ConnectedAccountOptions & ViewOptions,
): ConnectedAccount | View<ConnectedAccount | null> | null {
  const view = useViewState(app, connectedAccountOptions(app, user, providerId, scopes), { suspense });
  const data = view.data && withTokenHook(app, user, view.data, scopes);
  if (data !== null || or !== "redirect") return viewed({ ...view, data }, { suspense });
  // After the render, which must have no side effects.
  queueMicrotask(() => user.getConnectedAccount(providerId, { scopes, or }).catch(reportError));
  return suspense === false ? { data: undefined, error: null, isPending: true } : use(forever);
}

function withTokenHook(
  app: GatehouseClientApp,
  user: Pick<CurrentUser, "id">,
  account: OAuthConnection,
  scopes: readonly string[] = [],
): ConnectedAccount {
  const args = [user.id, "access-token", account.id, scopes.join(" ")];
  const query = {
    ...resourceOptions(app, "oauth-providers", args, () => account.getAccessToken()),
    // Providers' tokens expire; the server refreshes them when they are asked for.
    staleTime: 60_000,
  };
  return { ...account, useAccessToken: () => useView(app, query) };
}
