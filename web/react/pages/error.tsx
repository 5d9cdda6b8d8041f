import type { ReactNode } from "react";
import type { KnownErrorKind } from "../../kit/errors/known-error-codes";
import { MessageCard } from "../../ui/layout/message-card";
import { useApp } from "../hooks/use-app";
import { pageErrorCode } from "./page-error";

/** What the errors mean that a sign-in with a provider can end in, beside those with a card of their own. */
const texts: Partial<Record<KnownErrorKind, string>> = {
  SIGN_UP_NOT_ENABLED: "This app does not take new accounts. Ask its owner for one.",
  REDIRECT_URL_NOT_WHITELISTED: "The app asked to go back to an address that its owner has not listed.",
  ACCESS_TOKEN_EXPIRED: "You were signed out in the meantime. Please sign in and try again.",
};

/** Explains the error that redirected here, by the code in the query. */
export function ErrorPage({ searchParams }: { searchParams: URLSearchParams }) {
  const app = useApp();
  const errorCode = pageErrorCode(searchParams);
  const goHome = () => app.redirectToHome();

  switch (errorCode) {
    case undefined:
      return (
        <HomeCard title="Something went wrong" onHome={goHome}>
          <p>Please try again. If it keeps happening, contact support.</p>
        </HomeCard>
      );
    case "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER":
      return (
        <HomeCard title="The account could not be connected" onHome={goHome}>
          <p>It is already connected to another user. Please choose a different account.</p>
        </HomeCard>
      );
    case "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION":
      return (
        <HomeCard title="The account could not be connected" onHome={goHome}>
          <p>You have already connected another account of this provider. Did you choose the right one there?</p>
        </HomeCard>
      );
    case "OAUTH_PROVIDER_ACCESS_DENIED":
      return (
        <SignInCard title="The sign-in was cancelled" searchParams={searchParams}>
          <p>You or the provider stopped it. Please try again.</p>
        </SignInCard>
      );
    case "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED":
      return (
        <SignInCard title="This provider cannot be used here" button="Sign in another way" searchParams={searchParams}>
          <p>The app does not take sign-ins with it, or not any more. Please choose another way.</p>
        </SignInCard>
      );
    case "OUTER_OAUTH_TIMEOUT":
      return (
        <SignInCard title="The sign-in took too long" searchParams={searchParams}>
          <p>For your safety it ends after some minutes. Please try again.</p>
        </SignInCard>
      );
    case "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE":
      return (
        <SignInCard title="This email already has an account" button="Sign in" searchParams={searchParams}>
          <p>Please sign in with the method that you created it with.</p>
        </SignInCard>
      );
    default:
      return (
        <HomeCard title="An error occurred" onHome={goHome}>
          <p>{texts[errorCode] ?? "Please try again. If it keeps happening, contact support and give this code."}</p>
          <p>
            Error code: <code className="font-mono text-ink">{errorCode}</code>
          </p>
        </HomeCard>
      );
  }
}

/** An error of a sign-in, with a button that starts another one and keeps the return target. */
function SignInCard({
  title,
  button = "Sign in again",
  searchParams,
  children,
}: {
  title: string;
  button?: string;
  searchParams: URLSearchParams;
  children: ReactNode;
}) {
  const app = useApp();
  const noRedirectBack = !searchParams.has("after_auth_return_to");
  return (
    <MessageCard
      title={title}
      primaryButtonText={button}
      primaryAction={() => app.redirectToSignIn({ noRedirectBack })}
      secondaryButtonText="Go home"
      secondaryAction={() => app.redirectToHome()}
    >
      {children}
    </MessageCard>
  );
}

function HomeCard({ title, onHome, children }: { title: string; onHome: () => unknown; children: ReactNode }) {
  return (
    <MessageCard title={title} primaryButtonText="Go home" primaryAction={onHome}>
      {children}
    </MessageCard>
  );
}
