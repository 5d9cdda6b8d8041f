import { MessageCard } from "../../../ui/layout/message-card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useApp } from "../../hooks/use-app";

/** Why an emailed link cannot be used, with a button for a new one. */
export function InvalidLink({ title, text, onRequestNew }: { title: string; text: string; onRequestNew: () => void }) {
  const t = useTranslation();
  const app = useApp();
  return (
    <MessageCard
      title={title}
      primaryButtonText={t("Send a new link")}
      primaryAction={onRequestNew}
      secondaryButtonText={t("Go home")}
      secondaryAction={() => app.redirectToHome()}
    >
      <p>{text}</p>
    </MessageCard>
  );
}
