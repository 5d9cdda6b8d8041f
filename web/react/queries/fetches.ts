import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";

/** Holds what the cache needs of an app, of whatever tier. */
export type CachedApp = Pick<GatehouseClientApp, "projectId" | typeof appInternals>;

/**
 * Runs the fetches of an app's views. A sign-out waits for those under way, and holds the others back until it has redirected.
 * The page goes on showing what it shows, and sends nothing more for the user who signs out.
 */
class Fetches {
  readonly #underWay = new Set<Promise<unknown>>();
  #signOut: Promise<void> | undefined;

  constructor(app: CachedApp) {
    app[appInternals].onSignOut(async (done) => {
      this.#signOut = done;
      void done.then(() => {
        if (this.#signOut === done) this.#signOut = undefined;
      });
      await Promise.allSettled(this.#underWay);
    });
  }

  async run<T>(fetch: () => Promise<T>): Promise<T> {
    while (this.#signOut) await this.#signOut;
    const running = asViewsDo(fetch);
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }
}

const fetches = new WeakMap<CachedApp, Fetches>();

/** Fetches a view of `app`, after a sign-out that is under way. */
export function fetchFor<T>(app: CachedApp, fetch: () => Promise<T>): Promise<T> {
  const ofApp = fetches.get(app) ?? new Fetches(app);
  fetches.set(app, ofApp);
  return ofApp.run(fetch);
}

let isForView = false;

/** Calls the methods that fill the cache as what they are without one. Only what `fetch` calls at once. */
function asViewsDo<T>(fetch: () => Promise<T>): Promise<T> {
  isForView = true;
  try {
    return fetch();
  } finally {
    isForView = false;
  }
}

/** Tells whether a method that reads is called for a view, which stores the result itself. */
export function isFetchingForView(): boolean {
  return isForView;
}
