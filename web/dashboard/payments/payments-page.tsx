import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageHeader } from "../../ui/layout/page-header";
import { useTitle } from "../../ui/layout/use-title";
import { useOwnedProject } from "../projects/use-owned-projects";
import { StripeAccountCard } from "./stripe-account-card";
import { TransactionsSection } from "./transactions-section";

/** How the project is paid, and what its customers have bought. Type and page of the list are part of the address. */
export function PaymentsPage() {
  const project = useOwnedProject();
  const search = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  useTitle(`Payments · ${project.displayName} · Gatehouse`);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Payments" description="How this project is paid, and what its customers have bought." />
      <StripeAccountCard />
      <TransactionsSection
        search={search}
        onType={(type) => void navigate({ search: { type }, replace: true })}
        onPage={(page) => void navigate({ search: page })}
      />
    </div>
  );
}
