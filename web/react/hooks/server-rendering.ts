import { use, useId, useSyncExternalStore } from "react";
import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { AppContext } from "../queries/query-hooks";

const isServer = () => typeof document === "undefined";

/** Tells whether a server can read the session of an app: not from the cookies of a browser. */
function isReadableOnServer(app: GatehouseClientApp, tokenStore?: TokenStoreInit): boolean {
  const init = tokenStore ?? app[appInternals].connection.options.tokenStore;
  return init !== "cookie" && init !== "nextjs-cookie";
}

/**
 * Leaves a hook that needs the session to the browser, where a server cannot read it: React sends the fallback of the nearest
 * loading boundary in its place.
 */
export function requireReadable(app: GatehouseClientApp, tokenStore?: TokenStoreInit): void {
  if (!isServer() || isReadableOnServer(app, tokenStore)) return;
  throw Object.assign(new Error(bailOutMessage), {
    // By these Next.js recognises that it is no failure of the page.
    digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING",
    reason: "Gatehouse reads the session in the browser",
  });
}

const bailOutMessage = `This part of the page is rendered in the browser, because a server cannot read the cookies of an app whose token store is "cookie". If this message is shown as an error, the usual causes are:

1. There is no loading boundary around the component that uses the hook: wrap it in <Suspense fallback={…}> or, in Next.js, add a loading.tsx beside or above the page.
2. The hook is used in the root layout or in the outermost component, above which there can be no boundary: use it in a component below.
3. A try/catch or an error boundary between the hook and the loading boundary takes what React's own boundary should: put the loading boundary inside.

To render the user on the server, use an app whose token store is the request.`;

/**
 * Says whether our own components can read the app's session. They cannot on a server whose app has no request, nor while the
 * browser hydrates what such a server has sent. That markup has an element with the id `marker`, by which the browser recognises
 * it.
 */
export function useReadableSession(): { isReadable: boolean; marker: string } {
  const app = use(AppContext);
  const marker = useId();
  const isReadable = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => (isServer() ? !app || isReadableOnServer(app) : document.getElementById(marker) === null),
  );
  return { isReadable, marker };
}
