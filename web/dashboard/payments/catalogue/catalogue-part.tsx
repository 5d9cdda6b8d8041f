import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import PencilIcon from "lucide-react/icons/pencil";
import TagIcon from "lucide-react/icons/tag";
import Trash2Icon from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { SettingsCard } from "../../forms/config-form";
import { ListCard, Row, RowAction, RowList } from "../../lists/list-end";
import { lazyDialog } from "../../shell/lazy";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { checkoutSnippet } from "../customer-code";
import { customerTypeName } from "../customer-types";
import { pricesText } from "../purchase-texts";
import { type Catalogue, type CatalogueOffer, useCatalogue } from "./catalogue-rules";
import { priceOf } from "./offer-values";
import { useDeletion } from "./use-deletion";

/** Shows what the project sells: offers, the items that they include, and the groups of offers that exclude each other. */
export function CataloguePart() {
  const t = useTranslation();
  const catalogue = useCatalogue();
  return (
    <>
      <OffersCard catalogue={catalogue} />
      <ItemsCard catalogue={catalogue} />
      <GroupsCard catalogue={catalogue} />
      <SettingsCard
        title={t("Reading items and buying in browsers")}
        description={t("With its own key, your backend always does both for all customers.")}
        settings={[
          {
            kind: "choice",
            path: "payments.clientItemReads",
            seen: { reference: "Items" },
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

const GroupDialog = lazyDialog(() => import("./item-dialogs"), "GroupDialog");
const ItemDialog = lazyDialog(() => import("./item-dialogs"), "ItemDialog");

interface Entry {
  readonly id: string;
  readonly name: string;
}

interface EntriesCardProps<One extends Entry> {
  kind: "item" | "group";
  title: string;
  description: string;
  createLabel: string;
  empty: string;
  entries: readonly One[];
  about: (entry: One) => { badges?: ReactNode; detail?: ReactNode };
  dialog: (entry: One | undefined, props: { taken: readonly string[]; onClose: () => void }) => ReactNode;
  onDelete: (entry: One) => void;
}

/** What offers refer to, such as items. The dialog of one is open where the address says so. */
function EntriesCard<One extends Entry>({ kind, entries, about, dialog, onDelete, ...texts }: EntriesCardProps<One>) {
  const { [kind]: openId, add } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  const show = (search: object) => void navigate({ search: { part: "catalogue", ...search } });
  const open = entries.find(({ id }) => id === openId);
  return (
    <ListCard
      title={texts.title}
      description={texts.description}
      actions={
        <Button variant="secondary" onClick={() => show({ add: kind })}>
          {texts.createLabel}
        </Button>
      }
      empty={texts.empty}
      rows={entries.map((entry) => ({
        ...rowOf(entry, <Name>{entry.name}</Name>, about(entry)),
        actions: (
          <>
            <EditButton name={entry.name} onClick={() => show({ [kind]: entry.id })} />
            <DeleteButton name={entry.name} onClick={() => onDelete(entry)} />
          </>
        ),
      }))}
    >
      {(open ?? add === kind) && dialog(open, { taken: entries.map(({ id }) => id), onClose: () => show({}) })}
    </ListCard>
  );
}

/** A row of the catalogue: what is there by its name, with its id and what else there is to say of it. */
function rowOf({ id }: Entry, title: ReactNode, { badges, detail }: { badges?: ReactNode; detail?: ReactNode }) {
  const shownId = <span className="font-mono text-2xs font-normal text-ink-soft">{id}</span>;
  return {
    id,
    title,
    badges: (
      <>
        {shownId}
        {badges}
      </>
    ),
    detail,
  };
}

/** The groups of offers that exclude each other. */
function GroupsCard({ catalogue: { groups, offers } }: { catalogue: Catalogue }) {
  const t = useTranslation();
  return (
    <EntriesCard
      kind="group"
      title={t("Groups")}
      description={t("A customer has one offer of a group at a time: buying another one replaces it, as with plans.")}
      createLabel={t("Create group")}
      empty={t("No groups yet. Create one for plans between which customers choose.")}
      entries={groups}
      about={({ id }) => {
        const members = offers.filter(({ groupId }) => groupId === id).map(({ name }) => name);
        return { detail: members.join(", ") || t("No offers yet: choose the group in an offer.") };
      }}
      dialog={(group, props) => <GroupDialog group={group} {...props} />}
      onDelete={useDeletion(offers).deleteGroup}
    />
  );
}

/** The items of which customers have a quantity. */
function ItemsCard({ catalogue: { items, offers } }: { catalogue: Catalogue }) {
  const t = useTranslation();
  return (
    <EntriesCard
      kind="item"
      title={t("Items")}
      description={t(
        "What customers have a quantity of, such as credits or seats. Offers include items, and your backend adds and takes.",
      )}
      createLabel={t("Create item")}
      empty={t("No items yet. Create one for what you count, then include it in an offer.")}
      entries={items}
      about={({ customerType, threshold: quantity }) => ({
        badges: <Badge>{customerTypeName(customerType, t)}</Badge>,
        detail: quantity && t("Event for webhooks below {quantity}", { quantity }),
      })}
      dialog={(item, props) => <ItemDialog item={item} {...props} />}
      onDelete={useDeletion(offers).deleteItem}
    />
  );
}

const TryDialog = lazyDialog(() => import("./try-dialog"), "TryDialog");

/** The offers with their prices, each with the way to its editor. */
export function OffersCard({ catalogue }: { catalogue: Catalogue }) {
  const t = useTranslation();
  const { offers, groups, items } = catalogue;
  const { deleteOffer } = useDeletion(offers);
  const { try: triedId } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  const tried = offers.find(({ id, prices }) => id === triedId && prices.length > 0);
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const itemNames = new Map(items.map(({ id, name }) => [id, name]));
  return (
    <Card
      title={t("Offers")}
      description={t("What customers buy: plans that are paid again and again, and what is paid once.")}
      actions={offers.length > 0 && <NewOfferLink />}
    >
      {offers.length === 0 ? (
        <EmptyState
          icon={<TagIcon />}
          title={t("No offers yet")}
          action={
            <div className="flex w-full flex-col items-center gap-5">
              <NewOfferLink />
              <CodeBlock title="TypeScript" code={checkoutSnippet} className="w-full max-w-xl text-start" />
            </div>
          }
        >
          {t("Create an offer with a price. Then your app leads customers to the page on which they buy it:")}
        </EmptyState>
      ) : (
        <RowList label={t("Offers")}>
          {offers.map((offer) => (
            <Row
              key={offer.id}
              {...rowOf(
                offer,
                <Link
                  from="/projects/$projectId/payments"
                  to="/projects/$projectId/payments/offers/$offerId"
                  params={{ offerId: offer.id }}
                  className={linkClasses}
                >
                  <Name>{offer.name}</Name>
                </Link>,
                {
                  badges: (
                    <>
                      {offer.groupId && <Badge tone="accent">{groupNames.get(offer.groupId) ?? offer.groupId}</Badge>}
                      <Badge>{customerTypeName(offer.customerType, t)}</Badge>
                      {offer.isServerOnly && <Badge>{t("Server only")}</Badge>}
                      {offer.isStackable && <Badge>{t("Stackable")}</Badge>}
                    </>
                  ),
                  detail: (
                    <>
                      <span className="block">{costOf(offer, t)}</span>
                      {offer.included.length > 0 && (
                        <span className="block">
                          {t("Includes {items}", {
                            items: offer.included
                              .map(({ itemId, quantity }) => `${quantity} × ${itemNames.get(itemId) ?? itemId}`)
                              .join(", "),
                          })}
                        </span>
                      )}
                    </>
                  ),
                },
              )}
              actions={
                <>
                  {offer.prices.length > 0 && (
                    <RowAction
                      label={t("Try {offer} in test mode", { offer: offer.name })}
                      onClick={() => void navigate({ search: { part: "catalogue", try: offer.id } })}
                    >
                      {t("Try")}
                    </RowAction>
                  )}
                  <DeleteButton name={offer.name} onClick={() => deleteOffer(offer)} />
                </>
              }
            />
          ))}
        </RowList>
      )}
      {tried && <TryDialog offer={tried} onClose={() => void navigate({ search: { part: "catalogue" } })} />}
    </Card>
  );
}

function NewOfferLink() {
  const t = useTranslation();
  return (
    <Link
      from="/projects/$projectId/payments"
      to="/projects/$projectId/payments/new-offer"
      className={buttonClasses("primary")}
    >
      {t("Create offer")}
    </Link>
  );
}

function costOf({ isFree, prices }: CatalogueOffer, t: Translate): string {
  if (isFree) return t("Free, and included by default");
  if (prices.length === 0) return t("No price: it cannot be bought yet");
  return prices.map((price) => pricesText(priceOf(price), 1, t)).join(" · ");
}

function EditButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslation();
  return (
    <Button variant="ghost" size="icon" aria-label={t("Edit {name}", { name })} onClick={onClick}>
      <PencilIcon aria-hidden="true" />
    </Button>
  );
}

function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslation();
  return (
    <Button variant="ghost" size="icon" aria-label={t("Delete {name}", { name })} onClick={onClick}>
      <Trash2Icon aria-hidden="true" />
    </Button>
  );
}
