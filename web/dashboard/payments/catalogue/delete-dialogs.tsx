import type { ReactNode } from "react";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { type Setting, useSaveConfig } from "../../forms/config";
import { useTranslation } from "../../translation/use-translation";
import type { CatalogueGroup, CatalogueItem, CatalogueOffer } from "./catalogue-rules";

/** Asks before an offer is deleted; offers that add on to it no longer do. */
export function DeleteOfferDialog({
  offer: { id, name },
  offers,
  onClose,
  onDeleted,
}: {
  offer: CatalogueOffer;
  offers: readonly CatalogueOffer[];
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslation();
  const addOns = offers.filter(({ bases }) => bases.includes(id));
  const description = t(
    "It can no longer be bought, and links to buy it stop working. Customers who have it keep it, and subscriptions to it go on until they are cancelled.",
  );
  return (
    <DeleteFromCatalogue
      name={name}
      description={description}
      override={{
        ...Object.fromEntries(
          addOns.map((addOn) => {
            const bases = addOn.bases.filter((base) => base !== id);
            const left = bases.length > 0 && Object.fromEntries(bases.map((base) => [base, true]));
            return [`payments.offers.${addOn.id}.isAddOnTo`, left];
          }),
        ),
        [`payments.offers.${id}`]: null,
      }}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Affected names={addOns} text={t("These offers are then no add-ons to it any more:")} />
    </DeleteFromCatalogue>
  );
}

/** Asks before an item is deleted; offers no longer include it. */
export function DeleteItemDialog({
  item: { id, name },
  offers,
  onClose,
}: {
  item: CatalogueItem;
  offers: readonly CatalogueOffer[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const including = offers.filter(({ included }) => included.some(({ itemId }) => itemId === id));
  return (
    <DeleteFromCatalogue
      name={name}
      description={t(
        "Your app can no longer read or change how much of it customers have. An item with the same ID brings their quantities back.",
      )}
      override={{
        ...Object.fromEntries(including.map((offer) => [`payments.offers.${offer.id}.includedItems.${id}`, null])),
        [`payments.items.${id}`]: null,
      }}
      onClose={onClose}
    >
      <Affected names={including} text={t("These offers then no longer include it:")} />
    </DeleteFromCatalogue>
  );
}

/** Asks before a group is deleted; its offers stay, and no longer exclude each other. */
export function DeleteGroupDialog({
  group: { id, name },
  offers,
  onClose,
}: {
  group: CatalogueGroup;
  offers: readonly CatalogueOffer[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const members = offers.filter(({ groupId }) => groupId === id);
  return (
    <DeleteFromCatalogue
      name={name}
      description={t("Its offers stay, and customers can then have several of them at once.")}
      override={{
        ...Object.fromEntries(members.map((offer) => [`payments.offers.${offer.id}.groupId`, null])),
        [`payments.groups.${id}`]: null,
      }}
      onClose={onClose}
    >
      <Affected names={members} text={t("These offers leave the group:")} />
    </DeleteFromCatalogue>
  );
}

interface DeleteFromCatalogueProps {
  name: string;
  description: string;
  override: Readonly<Record<string, Setting>>;
  onClose: () => void;
  onDeleted?: () => void;
  children: ReactNode;
}

function DeleteFromCatalogue({ name, description, override, onClose, onDeleted, children }: DeleteFromCatalogueProps) {
  const t = useTranslation();
  const save = useSaveConfig();
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Delete {name}?", { name })}
      description={description}
      confirmLabel={t("Delete")}
      successMessage={t("{name} is deleted.", { name })}
      mutationFn={async () => {
        await save(override);
        onDeleted?.();
      }}
    >
      {children}
    </ConfirmMutation>
  );
}

function Affected({ names, text }: { names: readonly CatalogueOffer[]; text: string }) {
  if (names.length === 0) return null;
  return (
    <div className="text-sm text-ink">
      <p>{text}</p>
      <ul className="mt-1 list-disc ps-5">
        {names.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
