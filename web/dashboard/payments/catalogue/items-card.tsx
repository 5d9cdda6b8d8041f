import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { useTranslation } from "../../translation/use-translation";
import { customerTypeName } from "../customer-types";
import { DeleteItemDialog } from "./delete-dialogs";
import { CatalogueRow, DeleteButton, EditButton } from "./row";
import type { Catalogue, CatalogueItem } from "./use-catalogue";

const ItemDialog = lazy(() => import("./item-dialog"));

/** The items of which customers have a quantity. The dialog of one is open where the address says so. */
export function ItemsCard({ catalogue: { items, offers } }: { catalogue: Catalogue }) {
  const t = useTranslation();
  const { item: openId, add } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  const [deleted, setDeleted] = useState<CatalogueItem>();
  const open = items.find(({ id }) => id === openId);
  const close = () => void navigate({ search: { part: "catalogue" } });
  return (
    <Card
      title={t("Items")}
      description={t(
        "What customers have a quantity of, such as credits or seats. Offers include items, and your backend adds and takes.",
      )}
      actions={
        <Button variant="secondary" onClick={() => void navigate({ search: { part: "catalogue", add: "item" } })}>
          {t("Create item")}
        </Button>
      }
    >
      {items.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {t("No items yet. Create one for what you count, then include it in an offer.")}
        </p>
      ) : (
        <ul aria-label={t("Items")} className="-my-3 flex flex-col divide-y divide-line">
          {items.map((item) => (
            <CatalogueRow
              key={item.id}
              id={item.id}
              name={item.name}
              badges={<Badge>{customerTypeName(item.customerType, t)}</Badge>}
              detail={item.threshold && t("Event for webhooks below {quantity}", { quantity: item.threshold })}
            >
              <EditButton
                name={item.name}
                onClick={() => void navigate({ search: { part: "catalogue", item: item.id } })}
              />
              <DeleteButton name={item.name} onClick={() => setDeleted(item)} />
            </CatalogueRow>
          ))}
        </ul>
      )}
      {(open ?? add === "item") && (
        <Suspense>
          <ItemDialog item={open} taken={items.map(({ id }) => id)} onClose={close} />
        </Suspense>
      )}
      {deleted && <DeleteItemDialog item={deleted} offers={offers} onClose={() => setDeleted(undefined)} />}
    </Card>
  );
}
