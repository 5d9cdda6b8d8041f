import { MessageCard } from "../../ui/layout/message-card";
import { useApp } from "../app-context";

/** Says why a mailed link leads no further, and where a new one comes from. */
export function BrokenLink({ title, text, onAskAgain }: { title: string; text: string; onAskAgain: () => void }) {
  const app = useApp();
  return (
    <MessageCard
      title={title}
      primaryButtonText="Send a new link"
      primaryAction={onAskAgain}
      secondaryButtonText="Go home"
      secondaryAction={() => app.redirectToHome()}
    >
      <p>{text}</p>
    </MessageCard>
  );
}
