import type { Stripe } from "@stripe/stripe-js";
import { useEffect, useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { ProjectBrand } from "../../ui/brand/project-brand";
import { Spinner } from "../../ui/feedback/spinner";
import { CenteredPage } from "../../ui/layout/centered-page";
import { useTitle } from "../../ui/layout/use-title";
import { useTranslation } from "../../ui/translation/use-translation";
import { PaymentElement } from "./payment-element";
import { type Outcome, PaymentOutcome } from "./payment-outcome";
import { readStartedPayment, type StartedPayment } from "./started-payment";
import { loadStripeFor, look, readOutcome } from "./stripe-form";

/** Where the provider sends the browser back to, and where a payment goes on that was left. */
export function ReturnPage({ fullCode }: { fullCode: string }) {
  const [payment] = useState(() => readStartedPayment(fullCode));
  return payment ? <Continued payment={payment} /> : <Unknown />;
}

/** In another browser than the payment began in: what the address says of it is not believed. */
function Unknown() {
  const t = useTranslation();
  useTitle(t("Your payment is on its way"));
  return (
    <CenteredPage brand={null}>
      <PaymentOutcome outcome="processing" />
    </CenteredPage>
  );
}

function Continued({ payment }: { payment: StartedPayment }) {
  const t = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRetried, setIsRetried] = useState(false);
  useTitle(`${payment.offerName} · ${payment.projectName}`);
  useEffect(() => {
    let isShown = true;
    loadStripeFor(payment)
      .then((stripe) => readOutcome(stripe, payment.clientSecret))
      .then(
        (read) => isShown && setOutcome(read),
        // The project learns of the payment from the provider, whatever this page shows.
        () => isShown && setOutcome("processing"),
      );
    return () => {
      isShown = false;
    };
  }, [payment]);
  return (
    <CenteredPage brand={<ProjectBrand name={payment.projectName} logoUrl={payment.projectLogoUrl} />}>
      {outcome === undefined && (
        <div className="flex justify-center">
          <Spinner label={t("Loading")} className="size-6" />
        </div>
      )}
      {outcome && !isRetried && <PaymentOutcome outcome={outcome} onRetry={() => setIsRetried(true)} />}
      {isRetried && outcome !== "paid" && (
        <PaymentElement
          access={payment}
          makeForm={(stripe: Stripe) => stripe.elements({ clientSecret: payment.clientSecret, ...look() })}
          label={t("Pay")}
          begin={async () => payment.clientSecret}
          describe={(error) => describeFailure(error, t)}
          onDone={() => {
            setOutcome("paid");
            setIsRetried(false);
          }}
        />
      )}
    </CenteredPage>
  );
}
