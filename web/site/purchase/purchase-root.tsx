import "./purchase.css";
import { Suspense, use, useState } from "react";
import { ProjectBrand } from "../../ui/brand/project-brand";
import { Skeleton } from "../../ui/feedback/spinner";
import { CenteredPage } from "../../ui/layout/centered-page";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import { TranslationProvider } from "../../ui/translation/translation-provider";
import { useTranslation } from "../../ui/translation/use-translation";
import { pageLanguage } from "../language";
import { PaymentOutcome } from "./payment-outcome";
import { PurchaseForm } from "./purchase-form";
import { type LoadedPurchase, loadPurchase, type Purchase, type PurchaseStatus } from "./purchase-requests";
import { ReturnPage } from "./return-page";
import { readStartedPayment } from "./started-payment";

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
      <TranslationProvider lang={pageLanguage()}>
        {loading && <LoadedPage loading={loading} onRetry={() => setLoading(loadPurchase(fullCode))} />}
        {started && <ReturnPage fullCode={fullCode} payment={started} />}
      </TranslationProvider>
    </Suspense>
  );
}

function LoadedPage({ loading, onRetry }: { loading: Promise<LoadedPurchase>; onRetry: () => void }) {
  const purchase = use(loading);
  if (purchase === "unknown") return <UnknownCode />;
  if (purchase === "unreachable") return <Unreachable onRetry={onRetry} />;
  if (purchase === "complete" || purchase === "pending") return <Used status={purchase} />;
  return <Shop purchase={purchase} />;
}

function Shop({ purchase }: { purchase: Purchase }) {
  const { offer, project_display_name: project, project_logo_url: logoUrl } = purchase;
  useTitle(`${offer.display_name} · ${project}`);
  return (
    <CenteredPage brand={<ProjectBrand name={project} logoUrl={logoUrl} />}>
      <PurchaseForm fullCode={fullCode} purchase={purchase} />
    </CenteredPage>
  );
}

/** The code was used for a purchase, which may have been made in another browser. */
function Used({ status }: { status: PurchaseStatus }) {
  const t = useTranslation();
  useTitle(status === "complete" ? t("Thank you") : t("A payment has begun"));
  return (
    <CenteredPage brand={null}>
      <PaymentOutcome fullCode={fullCode} outcome="begun" status={status} />
    </CenteredPage>
  );
}

/** The server does not say which of the reasons it is: all of them need a new link. */
function UnknownCode() {
  const t = useTranslation();
  useTitle(t("This link cannot be used"));
  return (
    <CenteredPage brand={null}>
      <MessageCard title={t("This link cannot be used")}>
        <p>{t("It is not complete, or has expired. Ask for a new one where you got it from.")}</p>
      </MessageCard>
    </CenteredPage>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  const t = useTranslation();
  useTitle(t("This page could not be loaded"));
  return (
    <CenteredPage brand={null}>
      <MessageCard
        title={t("This page could not be loaded")}
        primaryButtonText={t("Try again")}
        primaryAction={onRetry}
      >
        <p>{t("The server does not respond. Please check your connection, and try again.")}</p>
      </MessageCard>
    </CenteredPage>
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
