import { LanguageButton } from "../ui/forms/language-button";
import { CenteredPage } from "../ui/layout/centered-page";
import { MessageCard, type MessageCardProps } from "../ui/layout/message-card";
import { useTitle } from "../ui/layout/use-title";
import { useTranslation } from "../ui/translation/use-translation";

/** A page of one message, which belongs to no project. */
export function MessagePage({ documentTitle, ...card }: MessageCardProps & { documentTitle?: string }) {
  useTitle(documentTitle ?? card.title);
  return (
    <CenteredPage brand={null} footer={<LanguageButton />}>
      <MessageCard {...card} />
    </CenteredPage>
  );
}

/** In place of a page whose project cannot be read, because the API does not respond. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  const t = useTranslation();
  return (
    <MessagePage title={t("This page could not be loaded")} primaryButtonText={t("Try again")} primaryAction={onRetry}>
      <p>{t("The server does not respond. Please check your connection, and try again.")}</p>
    </MessagePage>
  );
}
