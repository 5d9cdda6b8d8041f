import { CenteredPage } from "../ui/layout/centered-page";
import { useFrame } from "../ui/layout/frame-skeleton";
import { MessageCard } from "../ui/layout/message-card";
import { HomeLink } from "./home-link";

/** Shown in place of a page that could not be loaded. */
export function ErrorPage({ message, onRetry }: { message: string; onRetry: () => void }) {
  useFrame();
  return (
    <CenteredPage brand={<HomeLink />}>
      <MessageCard title="This page could not be loaded" primaryButtonText="Try again" primaryAction={onRetry}>
        <p>{message}</p>
      </MessageCard>
    </CenteredPage>
  );
}
