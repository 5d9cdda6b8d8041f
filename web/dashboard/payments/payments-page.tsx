import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, Fragment, Suspense } from "react";
import { Alert } from "../../ui/feedback/alert";
import { configOptions } from "../forms/config";
import { SettingsCard } from "../forms/config-form";
import { useOwnedProject } from "../projects/use-owned-projects";
import { LoadingPart, Parts } from "../shell/detail-page";
import { lazyNamed } from "../shell/lazy";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { usageOptions } from "../usage/queries";
import { type PaymentPart, type PaymentSearch, paymentParts } from "./payment-search";
import {
  customerOptions,
  invoiceOptions,
  purchaseOptions,
  recentUsageOptions,
  stripeAccountOptions,
  transactionOptions,
} from "./queries";
import { StripeAccountCard } from "./stripe-account-card";
import { TransactionsSection } from "./transactions-section";

const parts: Record<PaymentPart, ComponentType> = {
  overview: OverviewPart,
  catalogue: lazyNamed(() => import("./catalogue/catalogue-part"), "CataloguePart"),
  customers: lazyNamed(() => import("./customers/customers-part"), "CustomersPart"),
};

/** The group of endpoints in the API reference that each part shows. */
const references: Record<PaymentPart, string> = {
  overview: "Transactions",
  catalogue: "Items",
  customers: "Purchases",
};

/** Lists what the page reads first. */
export const reads: PageReads<object, PaymentSearch> = ({ app, search }) => {
  const { part, customerType = "user", customer, item } = search;
  if (part === "catalogue") return [configOptions(app)];
  if (part === "customers") {
    const shown = customer === undefined ? undefined : { type: customerType, id: customer };
    if (!shown) return [configOptions(app)];
    return [
      configOptions(app),
      customerOptions(app, shown),
      purchaseOptions(app, shown),
      invoiceOptions(app, shown),
      ...(item === undefined ? [] : [recentUsageOptions(app, shown, item)]),
    ];
  }
  return [stripeAccountOptions(app), usageOptions(app), transactionOptions(app, search), configOptions(app)];
};

/** Shows how the project is paid, what it sells, and what its customers have. What is open is part of the address. */
export function PaymentsPage() {
  const t = useTranslation();
  const { part = "overview" } = useSearch({ from: "/projects/$projectId/payments" });
  const Part = parts[part];
  return (
    <SectionPage
      title={t("Payments")}
      description={t("How this project is paid, what it sells, and what its customers have bought.")}
      reference={references[part]}
    >
      <Parts
        label={t("Parts of the payments")}
        parts={paymentParts}
        open={part}
        searchOf={(part) => (part ? { part } : {})}
      />
      <Suspense key={part} fallback={<LoadingPart />}>
        <Part />
      </Suspense>
    </SectionPage>
  );
}

/** Shows how the project is paid, and what its customers have bought. Filters and page of the list are part of the address. */
function OverviewPart() {
  const search = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  return (
    <>
      <StripeAccountCard />
      <TestModeCard />
      <TransactionsSection
        search={search}
        onFilter={(changes) =>
          void navigate({
            search: ({ type, mode, customerType }) => ({ type, mode, customerType, ...changes }),
            replace: true,
          })
        }
        onPage={(page) => void navigate({ search: page })}
      />
    </>
  );
}

/** Shows whether customers buy without money, which is for projects that are not in production mode. */
function TestModeCard() {
  const t = useTranslation();
  const { isProductionMode } = useOwnedProject();
  return (
    <SettingsCard
      title={t("Test mode")}
      settings={[
        {
          kind: "switch",
          path: "payments.testMode",
          seen: { reference: "Purchases" },
          label: t("Customers buy without money"),
          hint: t(
            "Purchase pages then give customers what they choose at once, without Stripe. Such purchases are marked, and you can take them back.",
          ),
        },
        <Fragment key="production">
          {isProductionMode && (
            <Alert>{t("The project is in production mode: customers pay, whatever is chosen here.")}</Alert>
          )}
        </Fragment>,
      ]}
    />
  );
}
