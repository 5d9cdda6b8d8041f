import { keepPreviousData } from "@tanstack/react-query";
import { use, useEffect, useRef } from "react";
import type { CurrentUser, GatehouseClientApp, PartialUser } from "../../kit";
import { isAskedFor, toPartialUser } from "../../kit/users/partial-user";
import { userOptions } from "../queries/queries";
import { sessionOf } from "../queries/session-of";
import type { ReactUser, UsePartialUserOptions, UseUserOptions, UseUserOrElseOptions } from "./objects-with-hooks";
import { requireBrowser, useOfSession } from "./server-rendering";
import { useApp } from "./use-app";
import { keepEnded, rememberFor } from "./use-last-used";
import { pendingView, useViewState, type View, type Viewed, viewed } from "./use-view";

/**
 * The signed-in user; suspends while it loads, and re-renders on sign-in, sign-out and changes from other tabs. With
 * `suspense: false` it returns `{ data, error, isPending }` instead.
 * @throws Error with `or: "throw"` without a user, and any error of loading it
 */
export function useUser(options: UseUserOrElseOptions): ReactUser;
export function useUser<Options extends UseUserOptions>(options?: Options): Viewed<ReactUser | null, Options>;
export function useUser(options: UseUserOptions = {}): unknown {
  return useUserOf(useApp({ projectIdMustMatch: options.projectIdMustMatch }), options);
}

/** `useUser` for an app that need not be the provider's. */
export function useUserOf<Options extends UseUserOptions>(
  app: GatehouseClientApp,
  options?: Options,
): Viewed<CurrentUser | null, Options> {
  return viewed(useUserState(app, options), options);
}

/** The state of reading the user; pending for good while the page is left for another. */
export function useUserState(
  app: GatehouseClientApp,
  { or, includeRestricted, tokenStore, suspense }: UseUserOptions = {},
): View<CurrentUser | null> {
  const session = useOfSession(app, tokenStore, () => sessionOf(app, tokenStore));
  // After a change of the session the old view stays until the new user has loaded.
  const query = { ...userOptions(app, session, tokenStore), placeholderData: keepPreviousData };
  const view = useViewState<CurrentUser | null>(app, query, { suspense });
  const { data: user } = view;

  /** Holds the last session whose user was shown here. */
  const shown = useRef<Session>(undefined);
  useEffect(() => {
    if (user && !session.isKnownInvalid) {
      shown.current = session;
      keepEnded(app, false);
      rememberFor(user.primaryEmail);
    } else if (user === null) noteEnd(app, shown.current);
  }, [app, session, user]);

  if (user === undefined) return view;
  if (user !== null && isAskedFor(user, { or, includeRestricted })) return view;
  switch (or) {
    case "redirect":
      leave(app, () =>
        user && !user.isAnonymous ? app.redirectToOnboarding({ replace: true }) : redirectToSignIn(app, shown.current),
      );
      return suspense === false ? pendingView : use(forever);
    case "anonymous":
      leave(app, () => becomeAnonymous(app));
      return suspense === false ? pendingView : use(forever);
    case "throw":
      throw new Error("User is not signed in but useUser was called with { or: 'throw' }");
    default:
      return { ...view, data: null };
  }
}

/** Never settles: suspends until the browser has left the page. */
const forever = new Promise<never>(() => undefined);

/** Apps that are leaving the page, so that several hooks redirect once. */
const leaving = new WeakSet<GatehouseClientApp>();

function leave(app: GatehouseClientApp, redirect: () => Promise<unknown>): void {
  requireBrowser("Gatehouse leaves the page in the browser", "a user without a session is sent elsewhere there");
  if (leaving.has(app)) return;
  leaving.add(app);
  // After the render, which must have no side effects.
  queueMicrotask(() => {
    redirect()
      .catch(reportError)
      .finally(() => leaving.delete(app));
  });
}

/** The time that the kit waits for its own redirects. */
const redirectMillis = 2_000;

type Session = ReturnType<typeof sessionOf>;

/** Has the sign-in page say so, if the session that a user of this page had was ended elsewhere. */
function noteEnd(app: GatehouseClientApp, session: Session | undefined): void {
  if (session?.wasRefused) keepEnded(app, true);
}

async function redirectToSignIn(app: GatehouseClientApp, shown: Session | undefined): Promise<void> {
  // No effect does it, as what is suspended has none.
  noteEnd(app, shown);
  // A user of this page has probably just signed out, and the redirect of the sign-out has priority.
  if (shown) await new Promise((resolve) => setTimeout(resolve, redirectMillis));
  await app.redirectToSignIn({ replace: true });
}

async function becomeAnonymous(app: GatehouseClientApp): Promise<void> {
  await app.getUser({ or: "anonymous" });
  window.location.reload();
}

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
