import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import type { Connection } from "../../kit/connection/connection";

/** Holds what the cache needs of an app, of whatever tier. */
export type CachedApp = Pick<GatehouseClientApp, "projectId" | typeof appInternals>;

/** An app, or an object that one has returned. */
export type Cached = CachedApp | { readonly connection: Connection };

/** Returns what an app and its objects share: they also share a cache. */
export function connectionOf(of: Cached): Connection {
  return appInternals in of ? of[appInternals].connection : of.connection;
}
