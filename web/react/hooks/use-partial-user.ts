import type { GatehouseClientApp, PartialUser } from "../../kit";
import { toPartialUser } from "../../kit/users/partial-user";
import { sessionOf } from "../queries/session-of";
import type { UsePartialUserOptions } from "./objects-with-hooks";
import { useApp } from "./use-app";
import { useOfSession } from "./use-of-session";

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
  // The token itself, which is the same object until the session has another one.
  const token = useOfSession(app, tokenStore, () => sessionOf(app, tokenStore).usableAccessToken(0));
  if (token === null || (token.claims.is_anonymous && or !== "anonymous")) return null;
  return toPartialUser(token.claims);
}
