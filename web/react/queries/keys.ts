import type { GatehouseClientApp, Resource } from "../../kit";
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

type KeyPart = string | number | boolean | null;

/**
 * Numbers apps, sessions, and what results are made by. Each app has its own views, though several may be of one project. Keys of
 * sessions hold tokens, which do not belong in a cache.
 */
const numbers = new WeakMap<object, number>();
let count = 0;

/** @param isNone gives a new object the number 0, which stands for none */
export function numberOf(object: object, isNone = false): number {
  const number = numbers.get(object) ?? (isNone ? 0 : ++count);
  numbers.set(object, number);
  return number;
}

/** Every key of the query and mutation caches. They start alike, to stay apart from those of the website around. */
export const keys = {
  /** All cached views of what the kit calls a resource. */
  resource: (of: Cached, resource: Resource): KeyPart[] => ["gatehouse", numberOf(connectionOf(of)), resource],
  /** Names what a code from an email is good for. */
  emailedCode: (
    projectId: string,
    purpose: "password-reset" | "team-invitation" | "magic-link" | "verification",
    code: string,
  ): KeyPart[] => ["gatehouse", projectId, `${purpose}-code`, code],
  /** Names what a command line's login code is good for. */
  cliLogin: (projectId: string, code: string): KeyPart[] => ["gatehouse", projectId, "cli-login", code],
  /** The code of a component that is loaded on demand. */
  component: (name: string): KeyPart[] => ["gatehouse", "component", name],
  /** A query that never runs. */
  nothing: ["gatehouse", "nothing"],
  /** The mutations that sign a user in or up. */
  authentication: ["gatehouse", "authentication"],
} as const;
