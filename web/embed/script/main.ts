import { appInternals } from "../../kit/app/internals";
import { GatehouseClientApp } from "../../kit/apps/client-app";
import { isKnownError } from "../../kit/errors/known-error";
import { defineGatehouseElements } from "../define-elements";
import { dispatch } from "../events";
import { keepFailedSignIn } from "../failed-sign-in";
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
  const { appearance, lang, languageChoice } = script.dataset;
  defineGatehouseElements({
    app,
    appearance: appearance === "none" ? "none" : "project",
    lang,
    languageChoice: languageChoice !== undefined,
    finishSignIn: () => finishReturn(app),
  });
}

const refusals = () => import("../failed-sign-in-alert");

/** Matches how the state of a request to hosted pages begins; that of one to a provider is a random text. */
const hostedState = /^hosted-/;

/** Finishes a sign-in that has come back to this page, from a provider or from hosted pages, and announces it. */
export async function finishReturn(app: GatehouseClientApp): Promise<void> {
  const { searchParams } = new URL(location.href);
  const refusal = searchParams.has("errorCode") ? (await refusals()).takeFailedSignIn() : undefined;
  if (refusal !== undefined) return await fail(refusal);
  const state = searchParams.get("state");
  if (!state || !searchParams.has("code")) return;
  try {
    if (!hostedState.test(state)) {
      const { callOAuthCallback } = await import("../../kit/sign-in/oauth");
      await callOAuthCallback(app[appInternals].connection);
    } else if (await app.callOAuthCallback()) {
      await app.redirectToAfterSignIn();
    }
  } catch (error) {
    // It goes on in an element, which asks for a second factor.
    if (error instanceof DOMException && error.name === "AbortError") return;
    const cause = error instanceof Error ? error.cause : undefined;
    await fail(isKnownError(cause) ? cause.errorCode : null);
    reportError(error);
  }
}

/** Announces that a sign-in has failed, and has an element say so. */
async function fail(code: string | null): Promise<void> {
  keepFailedSignIn(code);
  const { explanationOf } = await refusals();
  dispatch(document, "gatehouse-error", { message: explanationOf(code).text, code });
}
