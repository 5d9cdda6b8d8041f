import { type ReactNode, useEffect, useRef } from "react";
import type { CurrentUser } from "../../../kit";
import { MessageCard } from "../../../ui/layout/message-card";
import { classNames } from "../../../ui/theme/class-names";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useFirstFieldFocus, useGoHome, useIsAuthenticating } from "../../hooks/page-hooks";
import { useIsPrerendered } from "../../hooks/prerendered";
import { useApp } from "../../hooks/use-app";
import { useUser } from "../../hooks/use-user";
import { useMutation } from "../../queries/query-hooks";
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
  const user = useUser({ includeRestricted: true });
  // The user of a sign-in in progress must not replace the form that redirects them.
  const isAuthenticating = useIsAuthenticating();
  const isSignedIn = user !== null && !isAuthenticating;
  const isHeld = isSignedIn && user.isRestricted;
  const isLeaving = isHeld || (isSignedIn && automaticRedirect);

  useEffect(() => {
    if (isHeld) app.redirectToOnboarding({ replace: true }).catch(reportError);
    else if (isLeaving) redirectAfterAuth(app, destination).catch(reportError);
  }, [isHeld, isLeaving, destination, app]);

  if (isLeaving) return <Redirecting />;
  if (isSignedIn) return <AlreadySignedIn user={user} />;
  return (
    <FormPage>
      {children}
      {extraInfo}
    </FormPage>
  );
}

/** The heading of a page and its form, whose first field takes the focus. */
export function FormPage({ children }: { children: ReactNode }) {
  const isPrerendered = useIsPrerendered();
  const content = useRef<HTMLDivElement>(null);
  useFirstFieldFocus(content);
  return (
    <div
      ref={content}
      // Until the project is known, the field that has the focus shows no colour of another one.
      className={classNames(
        "flex flex-col gap-7",
        isPrerendered && "[--gh-accent:var(--gh-ink-soft)] [--gh-ring:var(--gh-ink-soft)]",
      )}
    >
      {children}
    </div>
  );
}

/** The name of a page with a form, and a line below it. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-col gap-1.5 text-center">
      <h1 part="heading" className="text-2xl font-semibold tracking-tight text-ink">
        {title}
      </h1>
      {children && <p className="text-sm text-ink-soft">{children}</p>}
    </header>
  );
}

export function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const goHome = useGoHome();
  const signOut = useMutation({ mutationFn: () => user.signOut() });
  return (
    <MessageCard
      title={t("You are already signed in")}
      primaryButtonText={t("Go home")}
      primaryAction={goHome}
      secondaryButtonText={t("Sign out")}
      secondaryAction={() => signOut.mutateAsync()}
    >
      {user.primaryEmail && (
        <p>
          {t.rich("Signed in as {email}.", {
            email: <strong className="font-medium text-ink">{user.primaryEmail}</strong>,
          })}
        </p>
      )}
    </MessageCard>
  );
}
