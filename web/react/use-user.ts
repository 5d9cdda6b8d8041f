import { useSuspenseQuery } from "@tanstack/react-query";
import { use, useCallback, useDeferredValue, useEffect, useRef, useSyncExternalStore } from "react";
import type { CurrentUser, GatehouseClientApp } from "../kit";
import { appInternals } from "../kit/app/internals";
import { useApp } from "./app-context";
import { userOptions } from "./queries";

export type UseUserOptions = {
  /** What to do when nobody is signed in, or only an anonymous user that was not asked for; see `getUser`. */
  or?: "return-null" | "redirect" | "throw" | "anonymous" | "anonymous-if-exists[deprecated]";
  /** Fails when the app around belongs to another project. */
  projectIdMustMatch?: string;
};

export type UseUserOrElseOptions = UseUserOptions & { or: "redirect" | "throw" | "anonymous" };

/**
 * The signed-in user; suspends while they are read, and re-renders on sign-in, sign-out and changes from other tabs.
 * @throws Error with `or: "throw"` when nobody is signed in, and whatever reading the user failed with
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

  const isAnonymousWelcome = or === "anonymous" || or === "anonymous-if-exists[deprecated]";
  if (user && (isAnonymousWelcome || !user.isAnonymous)) return user;
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

/** The session of the app's token store. A change is shown once its user is read; until then the old view stays. */
function useSession(app: GatehouseClientApp): object {
  const subscribe = useCallback((listener: () => void) => app[appInternals].onSessionChange(listener), [app]);
  const snapshot = () => app[appInternals].session();
  return useDeferredValue(useSyncExternalStore(subscribe, snapshot, snapshot));
}

/** Never settles: who waits for it waits for the page to go away. */
const forever = new Promise<never>(() => undefined);

/** Apps whose page is on its way out, so that each of many hooks does not send it off once more. */
const leaving = new WeakSet<GatehouseClientApp>();

function leave(app: GatehouseClientApp, go: () => Promise<unknown>): void {
  if (leaving.has(app)) return;
  leaving.add(app);
  // After the render: moving the browser is no part of it.
  queueMicrotask(() => {
    go()
      .catch(reportError)
      .finally(() => leaving.delete(app));
  });
}

/** As long as the kit gives its own redirects. */
const redirectMillis = 2_000;

async function redirectToSignIn(app: GatehouseClientApp, wasSignedIn: boolean): Promise<void> {
  // Who was here a moment ago has probably just signed out, and that leads somewhere by itself: it goes first.
  if (wasSignedIn) await new Promise((resolve) => setTimeout(resolve, redirectMillis));
  await app.redirectToSignIn({ replace: true });
}

async function becomeAnonymous(app: GatehouseClientApp): Promise<void> {
  await app.getUser({ or: "anonymous" });
  window.location.reload();
}
