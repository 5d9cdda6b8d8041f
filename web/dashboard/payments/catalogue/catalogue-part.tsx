import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { ConfigForm } from "../../forms/config-form";
import { useTranslation } from "../../translation/use-translation";
import { customerTypeName } from "../customer-types";
import { DeleteGroupDialog, DeleteItemDialog } from "./delete-dialogs";
import { OffersCard } from "./offers-card";
import { CatalogueRow, DeleteButton, EditButton } from "./row";
import { type Catalogue, type CatalogueGroup, type CatalogueItem, useCatalogue } from "./use-catalogue";

/** Shows what the project sells: offers, the items that they include, and the groups of offers that exclude each other. */
export default function CataloguePart() {
  const t = useTranslation();
  const catalogue = useCatalogue();
  return (
    <>
      <OffersCard catalogue={catalogue} />
      <ItemsCard catalogue={catalogue} />
      <GroupsCard catalogue={catalogue} />
      <ConfigForm
        title={t("Reading items and buying in browsers")}
        description={t("With its own key, your backend always does both for all customers.")}
        fields={[
          {
            kind: "choice",
            path: "payments.clientItemReads",
            label: t("Browsers read and buy for"),
            hint: t(
              "Choose the signed-in user and their teams unless customers may see what others have and buy in their name.",
            ),
            options: [
              { value: "all", label: t("All customers") },
              { value: "own", label: t("The signed-in user and their teams") },
            ],
          },
        ]}
      />
    </>
  );
}

const GroupDialog = lazy(() => import("./group-dialog"));

/** The groups of offers that exclude each other. The dialog of one is open where the address says so. */
function GroupsCard({ catalogue: { groups, offers } }: { catalogue: Catalogue }) {
  const t = useTranslation();
  const { group: openId, add } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  const [deleted, setDeleted] = useState<CatalogueGroup>();
  const open = groups.find(({ id }) => id === openId);
  const close = () => void navigate({ search: { part: "catalogue" } });
  return (
    <Card
      title={t("Groups")}
      description={t("A customer has one offer of a group at a time: buying another one replaces it, as with plans.")}
      actions={
        <Button variant="secondary" onClick={() => void navigate({ search: { part: "catalogue", add: "group" } })}>
          {t("Create group")}
        </Button>
      }
    >
      {groups.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {t("No groups yet. Create one for plans between which customers choose.")}
        </p>
      ) : (
        <ul aria-label={t("Groups")} className="-my-3 flex flex-col divide-y divide-line">
          {groups.map((group) => {
            const members = offers.filter(({ groupId }) => groupId === group.id).map(({ name }) => name);
            return (
              <CatalogueRow
                key={group.id}
                id={group.id}
                name={group.name}
                detail={members.length > 0 ? members.join(", ") : t("No offers yet: choose the group in an offer.")}
              >
                <EditButton
                  name={group.name}
                  onClick={() => void navigate({ search: { part: "catalogue", group: group.id } })}
                />
                <DeleteButton name={group.name} onClick={() => setDeleted(group)} />
              </CatalogueRow>
            );
          })}
        </ul>
      )}
      {(open ?? add === "group") && (
        <Suspense>
          <GroupDialog group={open} taken={groups.map(({ id }) => id)} onClose={close} />
        </Suspense>
      )}
      {deleted && <DeleteGroupDialog group={deleted} offers={offers} onClose={() => setDeleted(undefined)} />}
    </Card>
  );
}

const ItemDialog = lazy(() => import("./item-dialog"));

/** The items of which customers have a quantity. The dialog of one is open where the address says so. */
function ItemsCard({ catalogue: { items, offers } }: { catalogue: Catalogue }) {
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
