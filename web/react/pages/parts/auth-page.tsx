import { type ReactNode, useEffect } from "react";
import { useApp } from "../../hooks/use-app";
import { useIsAuthenticating } from "../../hooks/use-is-authenticating";
import { useUser } from "../../hooks/use-user";
import { AlreadySignedIn } from "./already-signed-in";
import { FormPage } from "./form-page";
import { Redirecting, redirectAfterAuth } from "./redirecting";

export type AuthPageProps = {
  /** Redirects a user who is already signed in, in place of a message. */
  automaticRedirect?: boolean;
  /** The website's own content below the methods, such as a link to its terms. */
  extraInfo?: ReactNode;
};

/** The common part of sign-in and sign-up: the layout, and what a user who is already signed in gets instead. */
export function AuthPage({
  destination,
  automaticRedirect = false,
  extraInfo,
  children,
}: AuthPageProps & { destination: "afterSignIn" | "afterSignUp"; children: ReactNode }) {
  const app = useApp();
  const user = useUser();
  // The user of a sign-in in progress must not replace the form that redirects them.
  const isAuthenticating = useIsAuthenticating();
  const isSignedIn = user !== null && !isAuthenticating;
  const isLeaving = isSignedIn && automaticRedirect;

  useEffect(() => {
    if (isLeaving) redirectAfterAuth(app, destination).catch(reportError);
  }, [isLeaving, destination, app]);

  if (isLeaving) return <Redirecting />;
  if (isSignedIn) return <AlreadySignedIn user={user} />;
  return (
    <FormPage>
      {children}
      {extraInfo}
    </FormPage>
  );
}
