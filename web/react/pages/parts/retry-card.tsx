import { MessageCard } from "../../../ui/layout/message-card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { describeFailure } from "../../errors/describe-failure";

/** Shows why something failed, with a button that tries again. */
export function RetryCard({
  title,
  error,
  onRetry,
  secondaryButtonText,
  secondaryAction,
}: {
  title: string;
  error: unknown;
  onRetry: () => Promise<unknown>;
  secondaryButtonText: string;
  secondaryAction: (() => unknown) | undefined;
}) {
  const t = useTranslation();
  return (
    <MessageCard
      title={title}
      primaryButtonText={t("Try again")}
      primaryAction={onRetry}
      secondaryButtonText={secondaryButtonText}
      secondaryAction={secondaryAction}
    >
      <p>{describeFailure(error, t)}</p>
    </MessageCard>
  );
}
