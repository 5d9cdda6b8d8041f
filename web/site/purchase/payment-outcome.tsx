import { MessageCard } from "../../ui/layout/message-card";
import { useTranslation } from "../../ui/translation/use-translation";

/** What became of a payment. */
export type Outcome = "paid" | "processing" | "failed";

export function PaymentOutcome({ outcome, onRetry }: { outcome: Outcome; onRetry?: () => void }) {
  const t = useTranslation();
  switch (outcome) {
    case "paid":
      return (
        <MessageCard key={outcome} title={t("Thank you")}>
          <p>{t("Your purchase is complete. You can close this page.")}</p>
        </MessageCard>
      );
    case "processing":
      return (
        <MessageCard key={outcome} title={t("Your payment is on its way")}>
          <p>{t("You get what you bought as soon as the payment has arrived. You can close this page.")}</p>
        </MessageCard>
      );
    case "failed":
      return (
        <MessageCard
          key={outcome}
          title={t("The payment did not succeed")}
          {...(onRetry && { primaryButtonText: t("Try again"), primaryAction: onRetry })}
        >
          <p>{t("Nothing was charged. You can try again, also with another means of payment.")}</p>
        </MessageCard>
      );
  }
}
