import { enableShadowDOM } from "@react-stately/flags";
import { createRoot } from "react-dom/client";
import type { CurrentUser, GatehouseClientApp } from "../kit";
import { appInternals } from "../kit/app/internals";
import { onWrite } from "../kit/requests/refreshed-by";
import { printCaughtError } from "../react/errors/outcomes";
import { elementKinds, tagOf } from "./element-kind";
import { EmbeddedPages } from "./embedded-pages";
import { dispatch } from "./events";
import { elementClass } from "./gatehouse-element";
import { takeMagicLink } from "./magic-link";
import { MountedElements } from "./mounted-elements";
import { takeRedirectsOver } from "./take-redirects-over";

let definedFor: GatehouseClientApp | undefined;

export type DefineOptions = {
  app: GatehouseClientApp;
  /** `none` leaves out the look and the texts that the project has set, which are loaded with it. */
  appearance?: "project" | "none";
  /** Language of the elements without an attribute of their own; that of the page by default. */
  lang?: string;
  /** Lets people choose the language of all elements, before what the website says; this browser keeps their choice. */
  languageChoice?: boolean;
  /** Finishes a sign-in that has come back to the page, before the elements show who is signed in. Must not fail. */
  finishSignIn?: () => Promise<void>;
};

/**
 * Defines the elements `<gatehouse-sign-in>` and so on, for the users of `app`. Again with the same app it does nothing,
 * and neither on a server.
 * @throws Error with another app: a page's elements share one
 */
export function defineGatehouseElements({
  app,
  appearance,
  lang,
  languageChoice = false,
  finishSignIn,
}: DefineOptions): void {
  if (typeof customElements === "undefined" || definedFor === app) return;
  if (definedFor) throw new Error("The elements of Gatehouse are defined for another app already.");
  definedFor = app;
  enableShadowDOM();

  const elements = new MountedElements();
  const user = new FollowedUser(app);
  takeRedirectsOver(app, elements);
  takeMagicLink();
  for (const kind of elementKinds) {
    customElements.define(tagOf(kind), elementClass(kind, { app, elements, user }));
  }
  const start = () => {
    user.follow();
    // Nothing is rendered here but what belongs to no element.
    createRoot(document.createElement("div"), { onCaughtError: printCaughtError }).render(
      <EmbeddedPages
        app={app}
        elements={elements}
        hasProjectAppearance={appearance !== "none"}
        lang={lang}
        hasLanguageChoice={languageChoice}
      />,
    );
  };
  if (finishSignIn) void finishSignIn().then(start);
  else start();
}

/** The user of an app, at hand for scripts, which ask for it at once. Announces when it is another one. */
class FollowedUser {
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
    onWrite(this.#app.connection, async (changed) => {
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
