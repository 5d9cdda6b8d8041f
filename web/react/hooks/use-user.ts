import { use, useCallback, useDeferredValue, useEffect, useRef, useSyncExternalStore } from "react";
import type { CurrentUser, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { userOptions } from "../queries/queries";
import { useSuspenseQuery } from "../queries/query-hooks";
import { useApp } from "./use-app";

export type UseUserOptions = {
  /** What happens without a user, or with an anonymous one that was not requested; see `getUser`. */
  or?: "return-null" | "redirect" | "throw" | "anonymous" | "anonymous-if-exists[deprecated]";
  /** Throws when the app of the provider belongs to another project. */
  projectIdMustMatch?: string;
};

export type UseUserOrElseOptions = UseUserOptions & { or: "redirect" | "throw" | "anonymous" };

/**
 * The signed-in user; suspends while it loads, and re-renders on sign-in, sign-out and changes from other tabs.
 * @throws Error with `or: "throw"` without a user, and any error of loading it
 */
export function useUser(options: UseUserOrElseOptions): CurrentUser;
export function useUser(options?: UseUserOptions): CurrentUser | null;
export function useUser({ or, projectIdMustMatch }: UseUserOptions = {}): CurrentUser | null {
  const app = useApp({ projectIdMustMatch });
  const session = useSession(app);
  const { data: user } = useSuspenseQuery(userOptions(app, session));

  const wasSignedIn = useRef(false);
  useEffect(() => {
    wasSignedIn.current ||= user !== null;
  }, [user]);

  const acceptsAnonymous = or === "anonymous" || or === "anonymous-if-exists[deprecated]";
  if (user && (acceptsAnonymous || !user.isAnonymous)) return user;
  switch (or) {
    case "redirect":
      leave(app, () => redirectToSignIn(app, wasSignedIn.current));
      return use(forever);
    case "anonymous":
      leave(app, () => becomeAnonymous(app));
      return use(forever);
    case "throw":
      throw new Error("User is not signed in but useUser was called with { or: 'throw' }");
    default:
      return null;
  }
}

/** The session of the app's token store. After a change the old view stays until the new user has loaded. */
function useSession(app: GatehouseClientApp): object {
  const subscribe = useCallback((listener: () => void) => app[appInternals].onSessionChange(listener), [app]);
  const snapshot = () => app[appInternals].session();
  return useDeferredValue(useSyncExternalStore(subscribe, snapshot, snapshot));
}

/** Never settles: suspends until the browser has left the page. */
const forever = new Promise<never>(() => undefined);

/** Apps that are leaving the page, so that several hooks redirect once. */
const leaving = new WeakSet<GatehouseClientApp>();

function leave(app: GatehouseClientApp, redirect: () => Promise<unknown>): void {
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

async function redirectToSignIn(app: GatehouseClientApp, wasSignedIn: boolean): Promise<void> {
  // A user of this page has probably just signed out, and the redirect of the sign-out has priority.
  if (wasSignedIn) await new Promise((resolve) => setTimeout(resolve, redirectMillis));
  await app.redirectToSignIn({ replace: true });
}

async function becomeAnonymous(app: GatehouseClientApp): Promise<void> {
  await app.getUser({ or: "anonymous" });
  window.location.reload();
}
