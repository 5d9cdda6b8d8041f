import { useEffect, useState } from "react";
import { MessageCard } from "../../ui/layout/message-card";
import { useTranslation } from "../../ui/translation/use-translation";
import { type PurchaseStatus, readStatus } from "./purchase-requests";
import { removeStartedPayment } from "./started-payment";

/** Says what became of a payment: at the provider `paid` or `processing`; `begun` where nothing more is known of it. */
export type Outcome = "paid" | "processing" | "begun";

/** Says what became of a payment, and when the customer has what was bought. */
export function PaymentOutcome({
  fullCode,
  outcome,
  status: first,
}: {
  fullCode: string;
  outcome: Outcome;
  status?: PurchaseStatus;
}) {
  const t = useTranslation();
  const isComplete = usePurchaseStatus(fullCode, first) === "complete";
  const isOver = isComplete || outcome === "paid";
  useEffect(() => {
    if (isOver) removeStartedPayment(fullCode);
  }, [isOver, fullCode]);
  const titles = { paid: t("Thank you"), processing: t("Your payment is on its way"), begun: t("A payment has begun") };
  const texts = {
    paid: t("What you bought is yours within moments. You can close this page."),
    processing: t("You get what you bought as soon as the payment has arrived. You can close this page."),
    begun: t(
      "You get what you bought as soon as it has arrived. If you did not pay, ask for a new link where you got this one.",
    ),
  };
  const shown = isComplete ? "paid" : outcome;
  return (
    <MessageCard key={shown} title={titles[shown]}>
      <p role="status">{isComplete ? t("Your purchase is complete. You can close this page.") : texts[outcome]}</p>
    </MessageCard>
  );
}

/** Between one look and the next, in seconds. Reports of payments come within seconds, or after days. */
const waits = [1, 1, 2, 2, 3, ...Array<number>(48).fill(5)];

/** Returns what became of a purchase, looked up again until it is complete or a few minutes have passed. */
function usePurchaseStatus(fullCode: string, first: PurchaseStatus = "pending"): PurchaseStatus {
  const [status, setStatus] = useState(first);
  useEffect(() => {
    if (first === "complete") return;
    const stop = new AbortController();
    void watch(fullCode, stop.signal).then((found) => !stop.signal.aborted && setStatus(found));
    return () => stop.abort();
  }, [fullCode, first]);
  return status;
}

async function watch(fullCode: string, stop: AbortSignal): Promise<PurchaseStatus> {
  for (const seconds of waits) {
    // A look that fails says nothing: the next one may not.
    const status = await readStatus(fullCode).catch(() => "pending" as const);
    if (status === "complete" || stop.aborted) return status;
    await new Promise((done) => setTimeout(done, seconds * 1000));
    if (stop.aborted) return status;
  }
  return "pending";
}
