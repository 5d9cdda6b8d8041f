import { describeFailure } from "../react";
import { CenteredPage } from "../ui/layout/centered-page";
import { MessageCard } from "../ui/layout/message-card";
import { HomeLink } from "./home-link";

/** Shown in place of a page that could not be loaded. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <CenteredPage brand={<HomeLink />}>
      <MessageCard title="This page could not be loaded" primaryButtonText="Try again" primaryAction={onRetry}>
        <p>{describeFailure(error)}</p>
      </MessageCard>
    </CenteredPage>
  );
}
