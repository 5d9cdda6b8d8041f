import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { dispatch } from "../events";

/** Matches how the state of a request to hosted pages begins; that of one to a provider is a random text. */
const hostedState = /^hosted-/;

/** Finishes a sign-in that has come back to this page, from a provider or from hosted pages, and announces it. */
export async function finishReturn(app: GatehouseClientApp): Promise<void> {
  const { searchParams } = new URL(location.href);
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
    dispatch(document, "gatehouse-error", {
      message: error instanceof Error ? error.message : String(error),
      code: null,
    });
    reportError(error);
  }
}
