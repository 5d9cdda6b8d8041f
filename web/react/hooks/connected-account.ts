import { use } from "react";
import type { ConnectedAccountOptions, CurrentUser, GatehouseClientApp, OAuthConnection } from "../../kit";
import { connectedAccountOptions } from "../queries/account-queries";
import { resourceOptions } from "../queries/resource-query";
import type { ConnectedAccount } from "./objects-with-hooks";
import { useView } from "./use-view";

/** Never settles: suspends until the browser has left for the provider. */
const forever = new Promise<never>(() => undefined);

/** `useConnectedAccount` for a user. */
export function useConnectedAccountOf(
  app: GatehouseClientApp,
  user: CurrentUser,
  providerId: string,
  { scopes, or }: ConnectedAccountOptions,
): ConnectedAccount | null {
  const account = useView(app, connectedAccountOptions(app, user, providerId, scopes));
  if (account) return withTokenHook(app, user, account, scopes);
  if (or !== "redirect") return null;
  // After the render, which must have no side effects.
  queueMicrotask(() => user.getConnectedAccount(providerId, { scopes, or }).catch(reportError));
  return use(forever);
}

function withTokenHook(
  app: GatehouseClientApp,
  user: CurrentUser,
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
