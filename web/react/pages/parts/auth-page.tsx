import { type ReactNode, useEffect, useRef, useState } from "react";
import { AuthenticationProvider } from "../../hooks/authentication";
import { useApp } from "../../hooks/use-app";
import { useFirstField } from "../../hooks/use-first-field-focus";
import { useUser } from "../../hooks/use-user";
import { AlreadySignedIn } from "./already-signed-in";
import { goOn } from "./redirect-after-auth";
import { Redirecting } from "./redirecting";

export type AuthPageProps = {
  /** Leads somebody who is already signed in on at once, instead of saying so. */
  automaticRedirect?: boolean;
  /** Something of the website's own below the methods, such as a link to its terms. */
  extraInfo?: ReactNode;
};

/** What sign-in and sign-up have in common: what happens to somebody who is signed in already. */
export function AuthPage({
  destination,
  automaticRedirect = false,
  extraInfo,
  children,
}: AuthPageProps & { destination: "afterSignIn" | "afterSignUp"; children: ReactNode }) {
  const app = useApp();
  const user = useUser();
  const [isAuthenticating, setIsAuthenticating] = useState(false);
  const isSignedIn = user !== null && !isAuthenticating;
  const isLeaving = isSignedIn && automaticRedirect;

  useEffect(() => {
    if (isLeaving) goOn(app, destination).catch(reportError);
  }, [isLeaving, destination, app]);

  const content = useRef<HTMLDivElement>(null);
  useFirstField(content);

  if (isLeaving) return <Redirecting />;
  if (isSignedIn) return <AlreadySignedIn user={user} />;
  return (
    <AuthenticationProvider value={setIsAuthenticating}>
      <div ref={content} className="flex flex-col gap-7">
        {children}
        {extraInfo}
      </div>
    </AuthenticationProvider>
  );
}
