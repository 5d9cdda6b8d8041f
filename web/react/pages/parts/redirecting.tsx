import type { GatehouseClientApp, RedirectOptions } from "../../../kit/index";
import { Spinner } from "../../../ui/feedback/spinner";
import { useTranslation } from "../../../ui/translation/use-translation";

/** Shown until the browser has left the page. */
export function Redirecting() {
  const t = useTranslation();
  return (
    <div className="flex justify-center py-10 text-ink-soft">
      <Spinner label={t("Taking you on")} className="size-6" />
    </div>
  );
}

/** Redirects a signed-in user to the return target, or to the default one where the kit does not trust it. */
export async function redirectAfterAuth(
  app: GatehouseClientApp,
  destination: "afterSignIn" | "afterSignUp",
): Promise<void> {
  const redirect = (options: RedirectOptions) =>
    destination === "afterSignIn" ? app.redirectToAfterSignIn(options) : app.redirectToAfterSignUp(options);
  await redirect({ replace: true }).catch(() => redirect({ replace: true, noRedirectBack: true }));
}
