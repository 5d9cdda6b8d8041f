import type { ClientAppSettings } from "../../kit/app/serialisation";
import type { ClientAppOptions } from "../../kit/connection/app-options";
import { noTokens } from "../../kit/session/token-store/token-store";
import { GatehouseClientApp } from "../../react/apps/client-app";

/** The apps of this page, or of this server, by their settings. */
const apps = new Map<string, GatehouseClientApp>();

/**
 * The app that a server component has serialised. While the page is rendered on the server it has no session: there it serves
 * all visitors.
 */
export function appOf(settings: ClientAppSettings): GatehouseClientApp {
  const key = JSON.stringify(settings);
  const options = settings as unknown as ClientAppOptions;
  const tokenStore = typeof window === "undefined" ? noTokens : options.tokenStore;
  const app = apps.get(key) ?? new GatehouseClientApp({ ...options, tokenStore });
  apps.set(key, app);
  return app;
}
