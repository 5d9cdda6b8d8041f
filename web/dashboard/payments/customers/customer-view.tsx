import { useInfiniteQuery, useQuery, useSuspenseQueries } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import UserXIcon from "lucide-react/icons/user-x";
import { useState } from "react";
import { InvoiceRow } from "../../../react/components/billing-parts";
import { Button } from "../../../ui/buttons/button";
import { CopyField } from "../../../ui/data/copy-field";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Select } from "../../../ui/forms/select";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { LineChart } from "../../charts/line-chart";
import { FailedRead, RowAction } from "../../lists/list-end";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { lazyDialog } from "../../shell/lazy";
import { BackLink } from "../../shell/section-header";
import { useTranslation } from "../../translation/use-translation";
import { type CatalogueItem, useCatalogue } from "../catalogue/catalogue-rules";
import { type CustomerKey, customerTypeName } from "../customer-types";
import {
  balanceOptions,
  type Customer,
  changesIn,
  customerOptions,
  invoiceOptions,
  leftByDay,
  recentUsageOptions,
  reportDays,
} from "../queries";
import { PurchasesCard } from "./purchases-card";

const CheckoutDialog = lazyDialog(() => import("./customer-dialogs"), "CheckoutDialog");
const GrantDialog = lazyDialog(() => import("./customer-dialogs"), "GrantDialog");

/** One customer: what they have left of items, what they have bought, and how that went. */
export function CustomerView({ customerKey }: { customerKey: CustomerKey }) {
  const t = useTranslation();
  const customer = useRead(customerOptions, customerKey);
  const back = (
    <BackLink
      from="/projects/$projectId/payments"
      to="."
      search={{ part: "customers", customerType: customerKey.type === "user" ? undefined : customerKey.type }}
    >
      {t("Find a customer")}
    </BackLink>
  );
  if (!customer) {
    return (
      <>
        {back}
        <Card>
          <EmptyState icon={<UserXIcon />} title={t("Customer not found")}>
            {t("This project has no such user or team. It may have been deleted.")}
          </EmptyState>
        </Card>
      </>
    );
  }
  return (
    <>
      {back}
      <CustomerHeader customer={customer} />
      <BalancesCard customer={customer} />
      <PurchasesCard customer={customer} />
      <InvoicesCard customer={customer} />
      <UsageCard customer={customer} />
    </>
  );
}

function CustomerHeader({ customer }: { customer: Customer }) {
  const t = useTranslation();
  const [asked, setAsked] = useState<"checkout" | "grant">();
  const offers = useCatalogue().offers.filter(({ customerType }) => customerType === customer.type);
  const { name, detail, type, id } = customer;
  const dialog = { customer, onClose: () => setAsked(undefined) };
  return (
    <section
      aria-label={t("Customer")}
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-xs"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <h2 className="text-lg font-semibold tracking-tight wrap-anywhere text-ink">
          <Name>{name ?? t("Customer without a name")}</Name>
        </h2>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {detail && detail !== name ? detail : customerTypeName(type, t)}
        </p>
        {type === "user" && (
          <Link
            from="/projects/$projectId/payments"
            to="/projects/$projectId/users/$userId"
            params={{ userId: id }}
            search={{}}
            className={`${linkClasses} self-start text-sm`}
          >
            {t("Open the user")}
          </Link>
        )}
      </div>
      <div className="w-full min-w-0 lg:w-96">
        <CopyField label={t("Customer ID")} value={id} />
      </div>
      <div className="flex w-full flex-wrap gap-2">
        <Button variant="secondary" disabled={offers.length === 0} onClick={() => setAsked("checkout")}>
          {t("Create checkout link")}
        </Button>
        <Button variant="secondary" disabled={offers.length === 0} onClick={() => setAsked("grant")}>
          {t("Grant in test mode")}
        </Button>
        {offers.length === 0 && (
          <p className="self-center text-sm text-ink-soft">
            {t.rich("There is no offer for such customers yet. {link}", {
              link: (
                <Link
                  from="/projects/$projectId/payments"
                  to="/projects/$projectId/payments/new-offer"
                  className={linkClasses}
                >
                  {t("Create an offer")}
                </Link>
              ),
            })}
          </p>
        )}
      </div>
      {asked === "checkout" && <CheckoutDialog offers={offers} {...dialog} />}
      {asked === "grant" && <GrantDialog offers={offers.filter(({ prices }) => prices.length > 0)} {...dialog} />}
    </section>
  );
}

const QuantityDialog = lazyDialog(() => import("./customer-dialogs"), "QuantityDialog");

/** Shows how much a customer has of each item that such customers can have, with the way to change it. */
function BalancesCard({ customer }: { customer: Customer }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const items = useCatalogue().items.filter(({ customerType }) => customerType === customer.type);
  const balances = useSuspenseQueries({ queries: items.map(({ id }) => balanceOptions(app, customer, id)) });
  const [changed, setChanged] = useState<CatalogueItem>();
  return (
    <Card title={t("Item balances")} description={t("What the customer has now of what you count.")}>
      {items.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {t.rich("There is no item for such customers yet. {link}", {
            link: (
              <Link
                from="/projects/$projectId/payments"
                to="."
                search={{ part: "catalogue", add: "item" }}
                className={linkClasses}
              >
                {t("Create an item")}
              </Link>
            ),
          })}
        </p>
      ) : (
        <ul aria-label={t("Item balances")} className="-my-3 flex flex-col divide-y divide-line">
          {items.map((item, index) => (
            <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-2 text-sm font-medium wrap-anywhere text-ink">
                {item.name}
                <span className="font-mono text-2xs font-normal text-ink-soft">{item.id}</span>
              </span>
              <span className="text-base font-semibold text-ink tabular-nums">
                {balances[index]?.data.toLocaleString(t.language)}
              </span>
              <RowAction
                label={t("Change the quantity of {name}", { name: item.name })}
                onClick={() => setChanged(item)}
              >
                {t("Change")}
              </RowAction>
            </li>
          ))}
        </ul>
      )}
      {changed && <QuantityDialog customer={customer} item={changed} onClose={() => setChanged(undefined)} />}
    </Card>
  );
}

/** Shows what Stripe has billed a customer for. */
export function InvoicesCard({ customer }: { customer: Customer }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const list = useInfiniteQuery(invoiceOptions(app, customer));
  const invoices = list.data?.pages.flat();
  return (
    <Card title={t("Invoices")} description={t("What Stripe has billed the customer for, newest first.")}>
      <div className="flex flex-col gap-4">
        {list.isPending && <Skeleton className="h-16" />}
        {list.error && <FailedRead error={list.error} onRetry={list.refetch} />}
        {invoices?.length === 0 && !list.hasNextPage && (
          <p className="text-sm text-ink-soft">
            {t("No invoices yet. Stripe writes them when the customer pays; purchases in test mode have none.")}
          </p>
        )}
        {invoices !== undefined && invoices.length > 0 && (
          <ul aria-label={t("Invoices")} className="-my-4 flex flex-col divide-y divide-line">
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
        {list.hasNextPage && !list.error && (
          <Button
            variant="secondary"
            size="small"
            className="mt-2 self-start"
            disabled={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {t("Show more")}
          </Button>
        )}
      </div>
    </Card>
  );
}

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
