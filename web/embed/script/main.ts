import { GatehouseClientApp } from "../../kit/client/client-app";
import { defineGatehouseElements } from "../define-elements";
import { dispatch } from "../events";
import { appOptions } from "./settings";

declare global {
  /** For scripts of the page, once the module has run: `gatehouse.app.getUser()`. */
  var gatehouse: { readonly app: GatehouseClientApp } | undefined;
}

/**
 * Makes the app that the tag describes, and defines the elements.
 * @param address of the script that was loaded, for the error
 * @param apiUrl of the deployment
 */
export function start(script: HTMLScriptElement | undefined, address: string, apiUrl: string): void {
  if (!script)
    throw new Error(`Gatehouse: the page has no script element with the address ${address}, so no settings.`);
  const app = new GatehouseClientApp(appOptions(script, apiUrl));
  globalThis.gatehouse = { app };
  defineGatehouseElements({ app });
  void finishOAuth(app);
}

/** Finishes a sign-in with a provider that has come back to this page. */
async function finishOAuth(app: GatehouseClientApp): Promise<void> {
  const { searchParams } = new URL(location.href);
  if (!searchParams.has("code") || !searchParams.has("state")) return;
  try {
    await app.callOAuthCallback();
  } catch (error) {
    // Continued in an element.
    if (error instanceof DOMException && error.name === "AbortError") return;
    const message = error instanceof Error ? error.message : String(error);
    dispatch(document, "gatehouse-error", { message, code: null });
    reportError(error);
  }
}
