import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { appInternals } from "../../kit/app/internals";

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

/** Numbers the sessions that views were cached for: their own keys hold tokens, which do not belong in a cache. */
const sessionNumbers = new WeakMap<object, number>();
let sessionCount = 0;

/** Stands for none: requests without a session, such as a server's with its secret key, are all alike. */
export const signedOut = 0;

/** Returns what stands for a session in the keys of views. */
export function sessionNumber(session: Pick<Session, "isKnownInvalid">): number {
  const number = sessionNumbers.get(session) ?? (session.isKnownInvalid ? signedOut : ++sessionCount);
  sessionNumbers.set(session, number);
  return number;
}
