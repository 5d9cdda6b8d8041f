import { useNavigate, useSearch } from "@tanstack/react-router";
import { StripeAccountCard } from "./stripe-account-card";
import { TestModeCard } from "./test-mode-card";
import { TransactionsSection } from "./transactions-section";

/** How the project is paid, and what its customers have bought. Filters and page of the list are part of the address. */
export function OverviewPart() {
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
