import { createRoot } from "react-dom/client";
import type { CurrentUser, GatehouseClientApp } from "../kit";
import { appInternals } from "../kit/app/internals";
import { elementKinds, tagOf } from "./element-kind";
import { EmbeddedPages } from "./embedded-pages";
import { dispatch } from "./events";
import { elementClass } from "./gatehouse-element";
import { MountedElements } from "./mounted-elements";
import { takeRedirectsOver } from "./take-redirects-over";

let definedFor: GatehouseClientApp | undefined;

/**
 * Defines the elements `<gatehouse-sign-in>` and so on, for the users of `app`. Again with the same app it does nothing,
 * and neither on a server.
 * @throws Error with another app: a page's elements share one
 */
export function defineGatehouseElements({ app }: { app: GatehouseClientApp }): void {
  if (typeof customElements === "undefined" || definedFor === app) return;
  if (definedFor) throw new Error("The elements of Gatehouse are defined for another app already.");
  definedFor = app;

  const elements = new MountedElements();
  const user = followUser(app);
  takeRedirectsOver(app, elements);
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // Nothing is rendered here but what belongs to no element.
    createRoot(document.createElement("div")).render(<EmbeddedPages app={app} elements={elements} />);
  };
  for (const kind of elementKinds) {
    customElements.define(tagOf(kind), elementClass(kind, { app, elements, start, user }));
  }
}

/** Keeps the user at hand for scripts, which ask for it at once, and announces when it is another one. */
function followUser(app: GatehouseClientApp): () => CurrentUser | null {
  let current: CurrentUser | null = null;
  const load = async () => {
    const loaded = await app.getUser();
    const hasChanged = loaded?.id !== current?.id;
    current = loaded;
    if (hasChanged) dispatch(document, "gatehouse-user-change", { userId: loaded?.id ?? null });
  };
  const reload = () => void load().catch(() => undefined);
  reload();
  app[appInternals].onSessionChange(reload);
  app[appInternals].onWrite(async (changed) => {
    if (changed.includes("current-user")) await load().catch(() => undefined);
  });
  return () => current;
}
