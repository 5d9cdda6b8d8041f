import { use } from "react";
import type { ConnectedAccountOptions, CurrentUser, GatehouseClientApp, OAuthConnection } from "../../kit";
import { connectedAccountOptions } from "../queries/account-queries";
import { resourceOptions } from "../queries/resource-query";
import type { ConnectedAccount, ConnectedAccountWith } from "./objects-with-hooks";
import { useView, useViewState, type View, type Viewed, type ViewOptions, viewed } from "./use-view";

/** Never settles: suspends until the browser has left for the provider. */
const forever = new Promise<never>(() => undefined);
const leaving: View<never> = { data: undefined, error: null, isPending: true };

/** `useConnectedAccount` for a user of any tier. */
export function useConnectedAccountOf<Options extends ConnectedAccountOptions & ViewOptions>(
  app: GatehouseClientApp,
  user: Pick<CurrentUser, "id" | "caller" | "getConnectedAccount">,
  providerId: string,
  options?: Options,
): Viewed<ConnectedAccountWith<Options>, Options> {
  const { scopes, or, suspense }: ConnectedAccountOptions & ViewOptions = options ?? {};
  const view = useViewState(app, connectedAccountOptions(app, user, providerId, scopes), { suspense });
  const data = view.data && withTokenHook(app, user, view.data, scopes);
  if (data === null && or === "redirect") {
    // After the render, which must have no side effects.
    queueMicrotask(() => user.getConnectedAccount(providerId, { scopes, or }).catch(reportError));
    return suspense === false ? viewed(leaving, options) : use(forever);
  }
  return viewed({ ...view, data } as View<ConnectedAccountWith<Options>>, options);
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
