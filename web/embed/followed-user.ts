import type { CurrentUser, GatehouseClientApp } from "../kit";
import { appInternals } from "../kit/app/internals";
import { onWrite } from "../kit/app/on-write";
import { dispatch } from "./events";

/** The user of an app, at hand for scripts, which ask for it at once. Announces when it is another one. */
export class FollowedUser {
  readonly #app: GatehouseClientApp;
  /** Null without one, and until the first has loaded. */
  current: CurrentUser | null = null;

  constructor(app: GatehouseClientApp) {
    this.#app = app;
  }

  follow(): void {
    const internals = this.#app[appInternals];
    const load = () => this.#load().catch(() => undefined);
    void load();
    internals.onSessionChange(load);
    onWrite(this.#app, async (changed) => {
      if (changed.includes("current-user")) await load();
    });
  }

  async #load(): Promise<void> {
    const loaded = await this.#app.getUser();
    const hasChanged = loaded?.id !== this.current?.id;
    this.current = loaded;
    if (hasChanged) dispatch(document, "gatehouse-user-change", { userId: loaded?.id ?? null });
  }
}
