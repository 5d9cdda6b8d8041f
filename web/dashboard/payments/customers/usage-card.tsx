import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Select } from "../../../ui/forms/select";
import { Card } from "../../../ui/layout/card";
import { LineChart } from "../../charts/line-chart";
import { FailedRead } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { type CatalogueItem, useCatalogue } from "../catalogue/use-catalogue";
import { type Customer, recentUsageOptions } from "./queries";
import { changesIn, leftByDay, reportDays } from "./usage-days";

/** Shows how much of an item a customer had on the latest days. Without items it is not shown. */
export function UsageCard({ customer }: { customer: Customer }) {
  const t = useTranslation();
  const { item: chosen } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  const items = useCatalogue().items.filter(({ customerType }) => customerType === customer.type);
  const item = items.find(({ id }) => id === chosen) ?? items[0];
  if (!item) return null;
  return (
    <Card title={t("Usage")} description={t("How much of an item the customer had, and what was added and taken.")}>
      <div className="flex flex-col gap-6">
        {items.length > 1 && (
          <div className="sm:w-72">
            <Select
              label={t("Item")}
              options={items.map(({ id, name }) => ({ value: id, label: name }))}
              value={item.id}
              onValueChange={(id) =>
                void navigate({ search: (search) => ({ ...search, item: id }), replace: true, resetScroll: false })
              }
            />
          </div>
        )}
        <Usage customer={customer} item={item} />
      </div>
    </Card>
  );
}

function Usage({ customer, item }: { customer: Customer; item: CatalogueItem }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data, error, refetch } = useQuery(recentUsageOptions(app, customer, item.id));
  if (error) return <FailedRead error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-44" />;
  const days = leftByDay(data);
  const { added, removed } = changesIn(data);
  if (added + removed === 0 && days.every(({ value }) => value === 0)) {
    return (
      <p className="text-sm text-ink-soft">
        {t("The customer had none of it in the last {count} days.", { count: reportDays })}
      </p>
    );
  }
  return (
    <>
      <p className="text-sm text-ink-soft">
        {t(
          "In the last {count} days {added} added, {removed} taken. What subscriptions include is not counted as added.",
          {
            count: reportDays,
            added: added.toLocaleString(t.language),
            removed: removed.toLocaleString(t.language),
          },
        )}
      </p>
      <LineChart
        label={item.name}
        days={days}
        valueText={(value) => t("{quantity} left", { quantity: value.toLocaleString(t.language) })}
      />
    </>
  );
}
