import { MessageCard } from "../../../ui/layout/message-card";
import { useApp } from "../../hooks/use-app";

/** Why an emailed link cannot be used, with a button for a new one. */
export function InvalidLink({ title, text, onRequestNew }: { title: string; text: string; onRequestNew: () => void }) {
  const app = useApp();
  return (
    <MessageCard
      title={title}
      primaryButtonText="Send a new link"
      primaryAction={onRequestNew}
      secondaryButtonText="Go home"
      secondaryAction={() => app.redirectToHome()}
    >
      <p>{text}</p>
    </MessageCard>
  );
}
