import type { GatehouseClientApp, RedirectOptions } from "../../../kit";

/** Redirects a signed-in user to the return target, or to the default one where the kit does not trust it. */
export async function redirectAfterAuth(
  app: GatehouseClientApp,
  destination: "afterSignIn" | "afterSignUp",
): Promise<void> {
  const redirect = (options: RedirectOptions) =>
    destination === "afterSignIn" ? app.redirectToAfterSignIn(options) : app.redirectToAfterSignUp(options);
  await redirect({ replace: true }).catch(() => redirect({ replace: true, noRedirectBack: true }));
}
