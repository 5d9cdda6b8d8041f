import { use } from "react";
import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import type { Connection } from "../../kit/connection/connection";
import { AppContext } from "../hooks/app-context";

/** The apps made for React, by what they share with the objects that they return. */
const apps = new WeakMap<Connection, GatehouseClientApp>();

/** Lets the hooks of objects find their app. */
export function registerApp(app: GatehouseClientApp): void {
  apps.set(app[appInternals].connection, app);
}

/** The app made for React that an object belongs to. */
export function appOf(object: object): GatehouseClientApp | undefined {
  // Inside the kit only: its declarations leave the connection out.
  return apps.get((object as { readonly connection: Connection }).connection);
}

/**
 * The app that an object belongs to, else the provider's.
 * @throws Error outside of a provider for an object of another app than those made for React
 */
export function useAppOf(object: object): GatehouseClientApp {
  const app = appOf(object) ?? use(AppContext);
  if (!app)
    throw new Error("Outside of a GatehouseProvider, hooks need an object that an app made for React has returned");
  return app;
}
