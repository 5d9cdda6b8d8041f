import type { ReactNode } from "react";
import { appInternals } from "../kit/app/internals";
import type { ClientAppJson } from "../kit/app/serialisation";
import { browserBaseUrl } from "../kit/host/environment";
import type * as wire from "../kit/requests/wire";
import type { GatehouseServerApp as KitServerApp } from "../kit/server/server-app";
import type { GatehouseHandlerProps } from "../react/pages/handler";
import { BrowserHandler } from "./browser/handler";
import { BrowserProvider } from "./browser/provider";

export interface GatehouseProviderProps {
  readonly app: KitServerApp;
  readonly children?: ReactNode;
}

/**
 * Provides the app to all pages of a layout, in the browser without its secret key. The user of the request is read here, so that
 * the first paint shows them.
 */
export async function GatehouseProvider({ app, children }: GatehouseProviderProps) {
  const user = await app.getUser({ or: "anonymous-if-exists[deprecated]" });
  return (
    <BrowserProvider app={serialise(app)} user={user && (user.toClientJson() as wire.User)}>
      {children}
    </BrowserProvider>
  );
}

/** The settings of the app for the browser, which has only those environment variables that begin with `NEXT_PUBLIC_`. */
function serialise(app: KitServerApp): ClientAppJson {
  return { baseUrl: browserBaseUrl() ?? null, ...app[appInternals].toClientJson() };
}

/** What Next passes to a page. */
interface RouteProps {
  readonly params?: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

export interface NextHandlerProps extends Omit<GatehouseHandlerProps, "app" | "location"> {
  readonly app: KitServerApp;
  /** The props of the page itself. */
  readonly routeProps?: RouteProps;
}

/** All handler pages, as the page of a catch-all route: `app/handler/[...stack]/page.tsx`. */
export async function GatehouseHandler({ app, routeProps, ...props }: NextHandlerProps) {
  const params = Object.values((await routeProps?.params) ?? {});
  if (!params.some(Array.isArray)) {
    throw new Error(
      "Can't use <GatehouseHandler /> at this location. Make sure that the file is in a folder called [...stack] and you are passing the routeProps prop.",
    );
  }
  return <BrowserHandler {...props} app={serialise(app)} />;
}
