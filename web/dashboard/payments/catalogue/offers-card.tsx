import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import TagIcon from "lucide-react/icons/tag";
import { lazy, Suspense, useState } from "react";
import { buttonClasses } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { RowAction } from "../../lists/row-list";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { checkoutSnippet } from "../checkout/checkout-code";
import { customerTypeName } from "../customer-types";
import { pricesText } from "../purchase-texts";
import { DeleteOfferDialog } from "./delete-dialogs";
import { priceOf } from "./offer-values";
import { CatalogueRow, DeleteButton } from "./row";
import type { Catalogue, CatalogueOffer } from "./use-catalogue";

const TryDialog = lazy(() => import("./try-dialog"));

/** The offers with their prices, each with the way to its editor. */
export function OffersCard({ catalogue }: { catalogue: Catalogue }) {
  const t = useTranslation();
  const [deleted, setDeleted] = useState<CatalogueOffer>();
  const { offers, groups, items } = catalogue;
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
        <ul aria-label={t("Offers")} className="-my-3 flex flex-col divide-y divide-line">
          {offers.map((offer) => (
            <CatalogueRow
              key={offer.id}
              id={offer.id}
              name={
                <Link
                  from="/projects/$projectId/payments"
                  to="/projects/$projectId/payments/offers/$offerId"
                  params={{ offerId: offer.id }}
                  className={linkClasses}
                >
                  <Name>{offer.name}</Name>
                </Link>
              }
              badges={
                <>
                  {offer.groupId && <Badge tone="accent">{groupNames.get(offer.groupId) ?? offer.groupId}</Badge>}
                  <Badge>{customerTypeName(offer.customerType, t)}</Badge>
                  {offer.isServerOnly && <Badge>{t("Server only")}</Badge>}
                  {offer.isStackable && <Badge>{t("Stackable")}</Badge>}
                </>
              }
              detail={
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
              }
            >
              {offer.prices.length > 0 && (
                <RowAction
                  label={t("Try {offer} in test mode", { offer: offer.name })}
                  onClick={() => void navigate({ search: { part: "catalogue", try: offer.id } })}
                >
                  {t("Try")}
                </RowAction>
              )}
              <DeleteButton name={offer.name} onClick={() => setDeleted(offer)} />
            </CatalogueRow>
          ))}
        </ul>
      )}
      {tried && (
        <Suspense>
          <TryDialog offer={tried} onClose={() => void navigate({ search: { part: "catalogue" } })} />
        </Suspense>
      )}
      {deleted && <DeleteOfferDialog offer={deleted} offers={offers} onClose={() => setDeleted(undefined)} />}
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
