import type { Stripe } from "@stripe/stripe-js";
import { useEffect, useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { ProjectBrand } from "../../ui/brand/project-brand";
import { Spinner } from "../../ui/feedback/spinner";
import { CenteredPage } from "../../ui/layout/centered-page";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { PaymentElement } from "./payment-element";
import { type Outcome, PaymentOutcome } from "./payment-outcome";
import type { StartedPayment } from "./started-payment";
import { loadStripeFor, look, readOutcome } from "./stripe-form";
import { Total } from "./total";

/** Where the provider sends the browser back to, and where a payment goes on that was left. */
export function ReturnPage({ fullCode, payment }: { fullCode: string; payment: StartedPayment }) {
  const { language } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome | "failed" | "open">();
  useTitle(`${payment.offerName} · ${payment.projectName}`);
  useEffect(() => {
    let isShown = true;
    loadStripeFor(payment, language)
      .then((stripe) => readOutcome(stripe, payment.clientSecret))
      .then(
        (read) => isShown && setOutcome(read),
        // The project learns of the payment from the provider, whatever this page shows.
        () => isShown && setOutcome("begun"),
      );
    return () => {
      isShown = false;
    };
  }, [payment, language]);
  return (
    <CenteredPage brand={<ProjectBrand name={payment.projectName} logoUrl={payment.projectLogoUrl} />}>
      <Continued fullCode={fullCode} payment={payment} outcome={outcome} onOutcome={setOutcome} />
    </CenteredPage>
  );
}

interface ContinuedProps {
  fullCode: string;
  payment: StartedPayment;
  outcome: Outcome | "failed" | "open" | undefined;
  onOutcome: (outcome: Outcome | "open") => void;
}

function Continued({ fullCode, payment, outcome, onOutcome }: ContinuedProps) {
  const t = useTranslation();
  switch (outcome) {
    case undefined:
      return (
        <div className="flex justify-center">
          <Spinner label={t("Loading")} className="size-6" />
        </div>
      );
    case "failed":
      return (
        <MessageCard
          title={t("The payment did not succeed")}
          primaryButtonText={t("Try again")}
          primaryAction={() => onOutcome("open")}
        >
          <p>{t("Nothing was charged. You can try again, also with another means of payment.")}</p>
        </MessageCard>
      );
    case "open":
      return (
        <div className="flex flex-col gap-5">
          <h1 className="text-center text-xl font-semibold tracking-tight text-ink">
            <Name>{payment.offerName}</Name>
          </h1>
          <Total text={payment.total} />
          <PaymentElement
            fullCode={fullCode}
            access={payment}
            makeForm={(stripe: Stripe) => stripe.elements({ clientSecret: payment.clientSecret, ...look() })}
            label={payment.label}
            begin={async () => payment.clientSecret}
            describe={(error) => describeFailure(error, t)}
            onDone={() => onOutcome("paid")}
          />
        </div>
      );
    default:
      return <PaymentOutcome fullCode={fullCode} outcome={outcome} />;
  }
}
