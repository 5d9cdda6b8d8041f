import { useNavigate, useSearch } from "@tanstack/react-router";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { StripeAccountCard } from "./stripe-account-card";
import { TransactionsSection } from "./transactions-section";

/** How the project is paid, and what its customers have bought. Type and page of the list are part of the address. */
export function PaymentsPage() {
  const t = useTranslation();
  const search = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Payments")}
        description={t("How this project is paid, and what its customers have bought.")}
        reference="Purchases"
      />
      <StripeAccountCard />
      <TransactionsSection
        search={search}
        onType={(type) => void navigate({ search: { type }, replace: true })}
        onPage={(page) => void navigate({ search: page })}
      />
    </div>
  );
}
