import { useNavigate, useSearch } from "@tanstack/react-router";
import { Card } from "../../../ui/layout/card";
import { SegmentedControl } from "../../forms/segmented-control";
import { useTranslation } from "../../translation/use-translation";
import { customerTypeOptions } from "../customer-types";
import { CustomCustomer } from "./custom-customer";
import { CustomerView } from "./customer-view";
import { FoundTeams, FoundUsers } from "./found-customers";

/** Looks a customer up, and shows the one whom the address names. */
export default function CustomersPart() {
  const t = useTranslation();
  const { customerType = "user", customer, query = "" } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  if (customer !== undefined) {
    // A view of its own for each customer: what was opened for one does not stay open for another.
    return <CustomerView key={`${customerType} ${customer}`} customerKey={{ type: customerType, id: customer }} />;
  }
  const onSearch = (text: string) =>
    void navigate({ search: { part: "customers", customerType, query: text || undefined }, replace: true });
  return (
    <Card title={t("Find a customer")} description={t("See what a customer has bought and has left, and change it.")}>
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t("Type of customer")}
          options={customerTypeOptions(t)}
          value={customerType}
          onValueChange={(type) =>
            void navigate({
              search: { part: "customers", customerType: type === "user" ? undefined : type },
              replace: true,
            })
          }
        />
        {customerType === "user" && <FoundUsers query={query} onSearch={onSearch} />}
        {customerType === "team" && <FoundTeams query={query} onSearch={onSearch} />}
        {customerType === "custom" && (
          <CustomCustomer
            onOpen={(id) => void navigate({ search: { part: "customers", customerType: "custom", customer: id } })}
          />
        )}
      </div>
    </Card>
  );
}
