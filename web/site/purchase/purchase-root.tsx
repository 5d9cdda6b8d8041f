import "./purchase.css";
import type { Stripe } from "@stripe/stripe-js";
import { Suspense, use, useEffect, useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { ProjectBrand } from "../../ui/brand/project-brand";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { LanguageButton } from "../../ui/forms/language-button";
import { CenteredPage } from "../../ui/layout/centered-page";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import { Name } from "../../ui/text/name";
import { TranslationProvider } from "../../ui/translation/translation-provider";
import { useTranslation } from "../../ui/translation/use-translation";
import { usePageLanguage } from "../language";
import { MessagePage, UnreachablePage } from "../message-page";
import { PaymentElement } from "./payment-element";
import { type Outcome, PaymentOutcome } from "./payment-outcome";
import { PurchaseForm, Total } from "./purchase-form";
import { type LoadedPurchase, loadPurchase, type Purchase, type PurchaseStatus } from "./purchase-requests";
import { readStartedPayment, type StartedPayment } from "./started-payment";
import { loadStripeFor, look, readOutcome } from "./stripe-form";

const fullCode = window.location.pathname.split("/")[2] ?? "";

/**
 * A payment that was begun in this browser goes on, though its code is used up. What the address says of it, where the provider
 * sent the browser back, is not believed: anyone can write it.
 */
const started = readStartedPayment(fullCode);

/** Begins before React renders. */
const firstLoad = started ? undefined : loadPurchase(fullCode);

/** The page of a purchase URL, on which a customer buys an offer. It needs no account. */
export function Root() {
  const [loading, setLoading] = useState(firstLoad);
  return (
    <Suspense fallback={<LoadingPage />}>
      <TranslationProvider {...usePageLanguage()}>
        {loading && <LoadedPage loading={loading} onRetry={() => setLoading(loadPurchase(fullCode))} />}
        {started && <ReturnPage fullCode={fullCode} payment={started} />}
      </TranslationProvider>
    </Suspense>
  );
}

function LoadedPage({ loading, onRetry }: { loading: Promise<LoadedPurchase>; onRetry: () => void }) {
  const purchase = use(loading);
  if (purchase === "unknown") return <UnknownCode />;
  if (purchase === "unreachable") return <UnreachablePage onRetry={onRetry} />;
  if (purchase === "complete" || purchase === "pending") return <Used status={purchase} />;
  return <Shop purchase={purchase} />;
}

function Shop({ purchase }: { purchase: Purchase }) {
  const { offer, project_display_name: project, project_logo_url: logoUrl } = purchase;
  useTitle(`${offer.display_name} · ${project}`);
  return (
    <CenteredPage brand={<ProjectBrand name={project} logoUrl={logoUrl} />} footer={<LanguageButton />}>
      <PurchaseForm fullCode={fullCode} purchase={purchase} />
    </CenteredPage>
  );
}

/** The code was used for a purchase, which may have been made in another browser. */
function Used({ status }: { status: PurchaseStatus }) {
  const t = useTranslation();
  useTitle(status === "complete" ? t("Thank you") : t("A payment has begun"));
  return (
    <CenteredPage brand={null} footer={<LanguageButton />}>
      <PaymentOutcome fullCode={fullCode} outcome="begun" status={status} />
    </CenteredPage>
  );
}

/** The server does not say which of the reasons it is: all of them need a new link. */
function UnknownCode() {
  const t = useTranslation();
  return (
    <MessagePage title={t("This link cannot be used")}>
      <p>{t("It is not complete, or has expired. Ask for a new one where you got it from.")}</p>
    </MessagePage>
  );
}

function LoadingPage() {
  return (
    <CenteredPage brand={<Skeleton className="h-7 w-32" />}>
      <div className="flex flex-col gap-5" aria-busy="true">
        <Skeleton className="mx-auto h-7 w-44" />
        <Skeleton className="mt-3 h-24" />
        <Skeleton className="h-10" />
      </div>
    </CenteredPage>
  );
}

/** The provider sends the browser back here, and a payment that was left goes on here. */
function ReturnPage({ fullCode, payment }: { fullCode: string; payment: StartedPayment }) {
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
    <CenteredPage
      brand={<ProjectBrand name={payment.projectName} logoUrl={payment.projectLogoUrl} />}
      footer={<LanguageButton />}
    >
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
