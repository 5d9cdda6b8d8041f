import type { GatehouseClientApp, RedirectOptions } from "../../../kit";

/**
 * Leads somebody who is signed in on to where that leads: to the page that wanted it, if one did. A return target that
 * the kit does not trust is no reason to be stuck: the usual one will do.
 */
export async function goOn(app: GatehouseClientApp, destination: "afterSignIn" | "afterSignUp"): Promise<void> {
  const go = (options: RedirectOptions) =>
    destination === "afterSignIn" ? app.redirectToAfterSignIn(options) : app.redirectToAfterSignUp(options);
  await go({ replace: true }).catch(() => go({ replace: true, noRedirectBack: true }));
}
