import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { numberOf } from "./keys";

type Session = ReturnType<GatehouseClientApp[typeof appInternals]["session"]>;

/** The sessions of fixed tokens, of which the kit makes another at each call. */
const fixedSessions = new WeakMap<object, Session>();

/** The current session of an app, or of another token store: the same object as long as the login is the same. */
export function sessionOf(app: GatehouseClientApp, tokenStore?: TokenStoreInit): Session {
  const internals = app[appInternals];
  const init = tokenStore ?? internals.connection.options.tokenStore;
  if (typeof init !== "object" || init === null || !("accessToken" in init)) return internals.session(tokenStore);
  const session = fixedSessions.get(init) ?? internals.session(tokenStore);
  fixedSessions.set(init, session);
  return session;
}

/** The number of the session by which an app sends rows of the client tier: a signed-out one where it has no token store. */
export function ownSessionNumber(app: GatehouseClientApp): number {
  const { connection } = app[appInternals];
  return connection.options.tokenStore === null ? signedOut : sessionNumber(sessionOf(app));
}

/** Stands for none: requests without a session, such as a server's with its secret key, are all alike. */
export const signedOut = 0;

/** Returns what stands for a session in the keys of views. */
export function sessionNumber(session: Pick<Session, "isKnownInvalid">): number {
  return numberOf(session, session.isKnownInvalid);
}
