import { GatehouseClientApp } from "../../kit/apps/client-app";
import { defineGatehouseElements } from "../define-elements";
import { finishReturn } from "./finish-return";
import { appOptions } from "./settings";

declare global {
  /** For scripts of the page, once the module has run: `gatehouse.app.getUser()`. */
  var gatehouse: { readonly app: GatehouseClientApp } | undefined;
}

/**
 * Makes the app that the tag describes, and defines the elements.
 * @param address of the script that was loaded, on the site that has the hosted pages
 * @param apiUrl of the deployment
 */
export function start(script: HTMLScriptElement | undefined, address: string, apiUrl: string): void {
  if (!script)
    throw new Error(`Gatehouse: the page has no script element with the address ${address}, so no settings.`);
  const app = new GatehouseClientApp(appOptions(script.dataset, { apiUrl, siteUrl: new URL(address).origin }));
  globalThis.gatehouse = { app };
  const { appearance, lang } = script.dataset;
  defineGatehouseElements({
    app,
    appearance: appearance === "none" ? "none" : "project",
    lang,
    finishSignIn: () => finishReturn(app),
  });
}
