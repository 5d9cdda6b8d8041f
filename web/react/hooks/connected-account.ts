import { use } from "react";
import type { ConnectedAccountOptions, CurrentUser, OAuthConnection } from "../../kit";
import { connectedAccounts } from "../../kit/account/reads";
import { keys } from "../queries/keys";
import { resourceOptions } from "../queries/resource-query";
import { viewOf } from "../queries/view-of";
import type { ConnectedAccount, ConnectedAccountWith } from "./objects-with-hooks";
import { useView, useViewState, type View, type Viewed, type ViewOptions, viewed } from "./use-view";

/** Never settles: suspends until the browser has left for the provider. */
const forever = new Promise<never>(() => undefined);
const leaving: View<never> = { data: undefined, error: null, isPending: true };

type AnyUser = Pick<CurrentUser, "id" | "connection" | "oauthProviders" | "getConnectedAccount">;

/** `useConnectedAccount` for a user of any tier. */
export function useConnectedAccountOf<Options extends ConnectedAccountOptions & ViewOptions>(
  user: AnyUser,
  providerId: string,
  options?: Options,
): Viewed<ConnectedAccountWith<Options>, Options> {
  const { scopes = [], or, suspense }: ConnectedAccountOptions & ViewOptions = options ?? {};
  const isLinked = user.oauthProviders.some(({ id }) => id === providerId);
  const query = isLinked
    ? viewOf(user, connectedAccounts.find, providerId, scopes)
    : { queryKey: [...keys.nothing, "account"], queryFn: () => null };
  const view = useViewState<OAuthConnection | null>(user, query, { suspense });
  const data = view.data && withTokenHook(user, view.data, scopes);
  if (data === null && or === "redirect") {
    // After the render, which must have no side effects.
    queueMicrotask(() => user.getConnectedAccount(providerId, { scopes, or }).catch(reportError));
    return suspense === false ? viewed(leaving, options) : use(forever);
  }
  return viewed({ ...view, data } as View<ConnectedAccountWith<Options>>, options);
}

function withTokenHook(user: AnyUser, account: OAuthConnection, scopes: readonly string[]): ConnectedAccount {
  const args = [user.id, "access-token", account.id, scopes.join(" ")];
  const query = {
    ...resourceOptions(user, "oauth-providers", args, () => account.getAccessToken()),
    // Providers' tokens expire; the server refreshes them when they are asked for.
    staleTime: 60_000,
  };
  return { ...account, useAccessToken: () => useView(user, query) };
}
