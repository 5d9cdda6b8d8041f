import { MessageCard } from "../../../ui/layout/message-card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useGoHome } from "../../hooks/use-go-home";
import { usePageTitle } from "../../hooks/use-page-title";

/** Shows why an emailed link cannot be used, with a button for a new one. */
export function InvalidLink({ title, text, onRequestNew }: { title: string; text: string; onRequestNew: () => void }) {
  const t = useTranslation();
  const goHome = useGoHome();
  usePageTitle(title);
  return (
    <MessageCard
      title={title}
      primaryButtonText={t("Send a new link")}
      primaryAction={onRequestNew}
      secondaryButtonText={t("Go home")}
      secondaryAction={goHome}
    >
      <p>{text}</p>
    </MessageCard>
  );
}
