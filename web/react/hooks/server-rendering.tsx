import { createContext, type ReactNode, use, useCallback, useId, useSyncExternalStore } from "react";
import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { neverChanges } from "../../ui/translation/use-translation";
import { AppContext } from "../queries/query-hooks";

const isServer = () => typeof document === "undefined";

/** Tells whether a server can read the session of an app: not from the cookies of a browser. */
function isReadableOnServer(app: GatehouseClientApp, tokenStore?: TokenStoreInit): boolean {
  const init = tokenStore ?? app[appInternals].connection.options.tokenStore;
  return init !== "cookie" && init !== "nextjs-cookie";
}

/** Leaves a hook that needs the session to the browser, where a server cannot read it. */
function requireReadable(app: GatehouseClientApp, tokenStore?: TokenStoreInit): void {
  if (isReadableOnServer(app, tokenStore)) return;
  requireBrowser(
    "Gatehouse reads the session in the browser",
    'a server cannot read the cookies of an app whose token store is "cookie"',
  );
}

/** Leaves a hook to the browser: on a server, React sends the fallback of the nearest loading boundary in its place. */
export function requireBrowser(reason: string, cause: string): void {
  if (!isServer()) return;
  const error = new Error(`This part of the page is rendered in the browser, because ${cause}. ${bailOutCauses}`);
  // By these Next.js recognises that it is no failure of the page.
  throw Object.assign(error, { digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING", reason });
}

const bailOutCauses = `If this message is shown as an error, the usual causes are:

1. No loading boundary is around the component that uses the hook: wrap it in <Suspense fallback={…}>, or add a loading.tsx in Next.js.
2. The hook is in the root layout or the outermost component: use it in a component below.
3. A try/catch or an error boundary is between the two: put the loading boundary inside.

To render the user on the server, use an app whose token store is the request.`;

/**
 * Says whether our own components can read the app's session. They cannot on a server whose app has no request, nor while the
 * browser hydrates what such a server has sent. That markup has an element with the id `marker`, by which the browser recognises
 * it.
 */
function useReadableSession(): { isReadable: boolean; marker: string } {
  const app = use(AppContext);
  const marker = useId();
  const isReadable = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => (isServer() ? !app || isReadableOnServer(app) : document.getElementById(marker) === null),
  );
  return { isReadable, marker };
}

/**
 * Returns what `snapshot` returns of the session of a token store, and again once there is another session.
 * @param snapshot returns the same until then
 */
export function useOfSession<T>(app: GatehouseClientApp, tokenStore: TokenStoreInit | undefined, snapshot: () => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { connection, onSessionChange } = app[appInternals];
      // Without a token store there is no other session.
      if ((tokenStore ?? connection.options.tokenStore) === null) return () => undefined;
      return onSessionChange(listener, tokenStore);
    },
    [app, tokenStore],
  );
  const serverSnapshot = () => {
    requireReadable(app, tokenStore);
    return snapshot();
  };
  return useSyncExternalStore(subscribe, snapshot, serverSnapshot);
}

/** Settles when a page has been requested whose server also renders ahead of requests. Without such a server there is none. */
export const RequestContext = createContext<Promise<unknown> | undefined>(undefined);

/**
 * Tells whether a server may have rendered the component ahead of the request, and it is not hydrated yet. What is known by then was not
 * known there.
 */
export function useIsAheadOfRequest(): boolean {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return use(RequestContext) !== undefined && !isHydrated;
}

/** Renders its children once the page has been requested: nothing is sent for them ahead of that. */
export function Requested({ children }: { children: ReactNode }) {
  const request = use(RequestContext);
  if (request) use(request);
  return children;
}

/** Renders its children where the session can be read, and `loading` while it cannot: on some servers, and until hydration. */
export function WithSession({ loading, children }: { loading?: ReactNode; children: ReactNode }) {
  const { isReadable, marker } = useReadableSession();
  if (isReadable) return <Requested>{children}</Requested>;
  return (
    <>
      <span id={marker} hidden />
      {loading}
    </>
  );
}
