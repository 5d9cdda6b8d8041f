import type { ReactNode } from "react";
import { MessageCard } from "../../ui/layout/message-card";
import { useApp } from "../hooks/use-app";
import { pageError } from "./page-error";

/** Explains the error that redirected here, from the query `errorCode`, `message` and `details`. */
export function ErrorPage({ searchParams }: { searchParams: URLSearchParams }) {
  const app = useApp();
  const error = pageError(searchParams);
  const goHome = () => app.redirectToHome();

  switch (error?.errorCode) {
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
          <p>{error?.message}</p>
          <p>
            Error code: <code className="font-mono text-ink">{error?.errorCode}</code>
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
