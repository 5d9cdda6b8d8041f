import { describeFailure } from "../react";
import { MessageCard } from "../ui/message-card";
import { QuietScreen } from "./quiet-screen";

/** Stands in for a page that could not be loaded. */
export function FailureScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <QuietScreen>
      <MessageCard title="This page could not be loaded" primaryButtonText="Try again" primaryAction={onRetry}>
        <p>{describeFailure(error)}</p>
      </MessageCard>
    </QuietScreen>
  );
}
