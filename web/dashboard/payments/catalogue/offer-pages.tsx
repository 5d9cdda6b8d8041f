import { Link, useNavigate, useParams } from "@tanstack/react-router";
import TagIcon from "lucide-react/icons/tag";
import { lazy, Suspense, useState } from "react";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { EmptyState } from "../../../ui/layout/empty-state";
import { configOptions } from "../../forms/config-queries";
import { BackLink, SectionHeader } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { DeleteOfferDialog } from "./delete-dialogs";
import { OfferForm } from "./offer-form";
import { newOffer } from "./offer-values";
import { useCatalogue } from "./use-catalogue";

const TryDialog = lazy(() => import("./try-dialog"));

/** Lists what both pages read first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** The editor of a new offer. */
export function NewOfferPage() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader above={<BackToCatalogue />} title={t("Create offer")} reference="Purchases" />
      <OfferForm catalogue={useCatalogue()} saved={newOffer()} isNew />
    </div>
  );
}

/** The editor of the offer that the address names. */
export function OfferPage() {
  const t = useTranslation();
  const { offerId } = useParams({ from: "/projects/$projectId/payments/offers/$offerId" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments/offers/$offerId" });
  const catalogue = useCatalogue();
  const [isTrying, setIsTrying] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const offer = catalogue.offers.find(({ id }) => id === offerId);
  if (!offer) return <UnknownOffer />;
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        above={<BackToCatalogue />}
        title={offer.name}
        description={<span className="font-mono text-2xs">{offer.id}</span>}
        reference="Purchases"
        actions={
          <>
            {offer.prices.length > 0 && (
              <Button variant="secondary" onClick={() => setIsTrying(true)}>
                {t("Try in test mode")}
              </Button>
            )}
            <Button variant="secondary" onClick={() => setIsDeleting(true)}>
              {t("Delete offer")}
            </Button>
          </>
        }
      />
      <OfferForm key={offerId} catalogue={catalogue} saved={offer} isNew={false} />
      {isTrying && (
        <Suspense>
          <TryDialog offer={offer} onClose={() => setIsTrying(false)} />
        </Suspense>
      )}
      {isDeleting && (
        <DeleteOfferDialog
          offer={offer}
          offers={catalogue.offers}
          onClose={() => setIsDeleting(false)}
          onDeleted={() =>
            void navigate({
              to: "/projects/$projectId/payments",
              search: { part: "catalogue" },
              replace: true,
              ignoreBlocker: true,
            })
          }
        />
      )}
    </div>
  );
}

function BackToCatalogue() {
  const t = useTranslation();
  return (
    <BackLink from="/projects/$projectId" to="/projects/$projectId/payments" search={{ part: "catalogue" }}>
      {t("Catalogue")}
    </BackLink>
  );
}

function UnknownOffer() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader above={<BackToCatalogue />} title={t("Offer not found")} reference="Purchases" />
      <EmptyState
        icon={<TagIcon />}
        title={t("This project has no offer with this ID")}
        action={
          <Link
            from="/projects/$projectId"
            to="/projects/$projectId/payments"
            search={{ part: "catalogue" }}
            className={buttonClasses("secondary")}
          >
            {t("All offers")}
          </Link>
        }
      >
        {t("The offer may have been deleted.")}
      </EmptyState>
    </div>
  );
}
