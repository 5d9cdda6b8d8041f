import { type ReactNode, Suspense } from "react";
import { appInternals } from "../kit/app/internals";
import type { ClientAppSettings } from "../kit/app/serialisation";
import type { GatehouseServerApp as KitServerApp } from "../kit/apps/server-app";
import { browserBaseUrl } from "../kit/host/environment";
import type * as wire from "../kit/requests/wire";
import type { GatehouseHandlerProps } from "../react/pages/handler";
import type { TranslationProps } from "../ui/translation/translation-provider";
import { BrowserHandler, LoadingHandler } from "./browser/handler";
import { BrowserProvider } from "./browser/provider";

export interface GatehouseProviderProps extends TranslationProps {
  readonly app: KitServerApp;
  readonly children?: ReactNode;
}

/**
 * Provides the app to all pages of a layout, in the browser without its secret key. The user of the request is read here, and sent
 * to the browser with the page. Nothing waits for them but the components that show them, so that Next can prerender the rest.
 */
export function GatehouseProvider({ app, children, ...translation }: GatehouseProviderProps) {
  return (
    <BrowserProvider {...translation} app={serialise(app)} user={userOfRequest(app)}>
      {children}
    </BrowserProvider>
  );
}

async function userOfRequest(app: KitServerApp): Promise<wire.User | null> {
  const user = await app.getUser({ or: "anonymous-if-exists[deprecated]" });
  return user && (user.toClientJson() as wire.User);
}

/** The settings of the app for the browser, which has only those environment variables that begin with `NEXT_PUBLIC_`. */
function serialise(app: KitServerApp): ClientAppSettings {
  return { baseUrl: browserBaseUrl() ?? null, ...app[appInternals].clientSettings() };
}

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Holds what Next passes to a page. */
interface RouteProps {
  readonly params?: Promise<Parameters> | Parameters;
  readonly searchParams?: Promise<Parameters> | Parameters;
}

export interface NextHandlerProps extends Omit<GatehouseHandlerProps, "app" | "location">, RouteProps {
  readonly app: KitServerApp;
  /** The props of the page itself. In place of it, `params` and `searchParams` are deprecated. */
  readonly routeProps?: RouteProps;
}

/** All handler pages, as the page of a catch-all route: `app/handler/[...stack]/page.tsx`. */
export function GatehouseHandler({ params, searchParams, ...props }: NextHandlerProps) {
  if (params || searchParams) {
    console.warn(
      "The props `params` and `searchParams` of <GatehouseHandler /> are deprecated. Pass the props of the page as `routeProps`.",
    );
  }
  // A page that Next prerenders has no path yet.
  return (
    <Suspense fallback={<LoadingHandler />}>
      <HandlerOfPath {...props} params={props.routeProps?.params ?? params} />
    </Suspense>
  );
}

async function HandlerOfPath({ app, routeProps: _, params, ...props }: NextHandlerProps) {
  const segments = Object.values((await params) ?? {}).find(Array.isArray);
  return <BrowserHandler {...props} app={serialise(app)} segments={segments} />;
}
