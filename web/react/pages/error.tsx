import type { ReactNode } from "react";
import { MessageCard } from "../../ui/message-card";
import { useApp } from "../app-context";
import { pageError } from "../page-error";

/** Says what went wrong where a redirect brought somebody here, from the query `errorCode`, `message` and `details`. */
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
          <p>You have already connected another account of this provider. Did you pick the right one there?</p>
        </HomeCard>
      );
    case "OAUTH_PROVIDER_ACCESS_DENIED":
      return (
        <MessageCard
          title="The sign-in was cancelled"
          primaryButtonText="Sign in again"
          primaryAction={() => app.redirectToSignIn({ noRedirectBack: true })}
          secondaryButtonText="Go home"
          secondaryAction={goHome}
        >
          <p>You or the provider stopped it. Please try again.</p>
        </MessageCard>
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

function HomeCard({ title, onHome, children }: { title: string; onHome: () => unknown; children: ReactNode }) {
  return (
    <MessageCard title={title} primaryButtonText="Go home" primaryAction={onHome}>
      {children}
    </MessageCard>
  );
}
