import { useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import UserXIcon from "lucide-react/icons/user-x";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { CopyField } from "../../../ui/data/copy-field";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { RowAction } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { BackLink } from "../../shell/section-header";
import { useTranslation } from "../../translation/use-translation";
import { type CatalogueItem, useCatalogue } from "../catalogue/use-catalogue";
import { type CustomerKey, customerTypeName } from "../customer-types";
import { InvoicesCard } from "./invoices-card";
import { PurchasesCard } from "./purchases-card";
import { balanceOptions, type Customer, customerOptions } from "./queries";
import { UsageCard } from "./usage-card";

const CheckoutDialog = lazy(() => import("./checkout-dialog"));
const GrantDialog = lazy(() => import("./grant-dialog"));

/** One customer: what they have left of items, what they have bought, and how that went. */
export function CustomerView({ customerKey }: { customerKey: CustomerKey }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: customer } = useSuspenseQuery(customerOptions(app, customerKey));
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
      {asked && (
        <Suspense>
          {asked === "checkout" ? (
            <CheckoutDialog offers={offers} {...dialog} />
          ) : (
            <GrantDialog offers={offers.filter(({ prices }) => prices.length > 0)} {...dialog} />
          )}
        </Suspense>
      )}
    </section>
  );
}

const QuantityDialog = lazy(() => import("./quantity-dialog"));

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
      {changed && (
        <Suspense>
          <QuantityDialog customer={customer} item={changed} onClose={() => setChanged(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}
