import { useSuspenseQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { linkClasses } from "../../../ui/theme/link-classes";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { type CatalogueItem, useCatalogue } from "../catalogue/use-catalogue";
import { balanceOptions, type Customer } from "./queries";

const QuantityDialog = lazy(() => import("./quantity-dialog"));

/** How much a customer has of each item that such customers can have, with the way to change it. */
export function BalancesCard({ customer }: { customer: Customer }) {
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
              <Button
                variant="secondary"
                size="small"
                aria-label={t("Change the quantity of {name}", { name: item.name })}
                onClick={() => setChanged(item)}
              >
                {t("Change")}
              </Button>
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
