import { useEffect } from "react";
import type { GatehouseClientApp } from "../../kit";
import { alertOnError } from "../../kit/app/alert-on-error";
import type { RedirectOptions } from "../../kit/connection/redirects";
import { LoadingPage } from "../../react/components/page-layout";
import { Scoped } from "../../react/theme/gatehouse-theme";

export interface HostedSignInProps {
  readonly app: GatehouseClientApp;
  readonly begin: (options: RedirectOptions) => Promise<void>;
}

/** The apps for which a sign-in is under way: React runs effects twice while a website is developed. */
const underWay = new WeakSet<GatehouseClientApp>();

/**
 * Shows the sign-in page of a website with hosted pages. It leaves for them, and they come back here. Server components redirect
 * to it, because they can keep no verifier. The page that needs a user could not finish the return before it redirects again.
 */
export function HostedSignIn({ app, begin }: HostedSignInProps) {
  useEffect(() => {
    if (underWay.has(app)) return;
    underWay.add(app);
    alertOnError(signIn(app, begin).finally(() => underWay.delete(app)));
  }, [app, begin]);
  return (
    <Scoped>
      <LoadingPage />
    </Scoped>
  );
}

async function signIn(app: GatehouseClientApp, begin: HostedSignInProps["begin"]): Promise<void> {
  const hasReturned = new URLSearchParams(window.location.search).has("code");
  // Finishes the return.
  if (await app.getUser()) await app.redirectToAfterSignIn({ replace: true });
  // A browser without cookies would be redirected for ever.
  else if (hasReturned) window.location.replace("/handler/error?errorCode=INVALID_AUTHORIZATION_CODE");
  else await begin({ replace: true });
}
