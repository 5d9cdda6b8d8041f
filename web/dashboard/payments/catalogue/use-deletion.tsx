import { useAsk } from "../../dialogs/modal";
import { useSaveConfig } from "../../forms/config";
import type { Setting } from "../../forms/config-document";
import { useTranslation } from "../../translation/use-translation";
import type { CatalogueGroup, CatalogueItem, CatalogueOffer } from "./catalogue-rules";

interface Deletion {
  /** What is deleted. */
  name: string;
  path: string;
  description: string;
  /** The offers that change by it, how each does, and a text above their names. */
  offers: readonly CatalogueOffer[];
  change: (offer: CatalogueOffer) => [path: string, value: Setting];
  text: string;
  onDeleted?: (() => void) | undefined;
}

/** Functions that ask before they delete something of the catalogue, and say which of its offers change by that. */
export function useDeletion(all: readonly CatalogueOffer[]) {
  const t = useTranslation();
  const ask = useAsk();
  const save = useSaveConfig();

  function askToDelete({ name, path, description, offers, change, text, onDeleted }: Deletion) {
    ask({
      title: t("Delete {name}?", { name }),
      description,
      confirmLabel: t("Delete"),
      successMessage: t("{name} is deleted.", { name }),
      mutationFn: async () => {
        await save({ ...Object.fromEntries(offers.map(change)), [path]: null });
        onDeleted?.();
      },
      children: offers.length > 0 && (
        <div className="text-sm text-ink">
          <p>{text}</p>
          <ul className="mt-1 list-disc ps-5">
            {offers.map((offer) => (
              <li key={offer.id}>{offer.name}</li>
            ))}
          </ul>
        </div>
      ),
    });
  }

  return {
    /** Offers that add on to it no longer do. */
    deleteOffer: ({ id, name }: CatalogueOffer, onDeleted?: () => void) =>
      askToDelete({
        name,
        path: `payments.offers.${id}`,
        description: t(
          "It can no longer be bought, and links to buy it stop working. Customers who have it keep it, and subscriptions to it go on until they are cancelled.",
        ),
        offers: all.filter(({ bases }) => bases.includes(id)),
        change: (offer) => {
          const bases = offer.bases.filter((base) => base !== id);
          const left = bases.length > 0 && Object.fromEntries(bases.map((base) => [base, true]));
          return [`payments.offers.${offer.id}.isAddOnTo`, left];
        },
        text: t("These offers are then no add-ons to it any more:"),
        onDeleted,
      }),
    /** Offers no longer include it. */
    deleteItem: ({ id, name }: CatalogueItem) =>
      askToDelete({
        name,
        path: `payments.items.${id}`,
        description: t(
          "Your app can no longer read or change how much of it customers have. An item with the same ID brings their quantities back.",
        ),
        offers: all.filter(({ included }) => included.some(({ itemId }) => itemId === id)),
        change: (offer) => [`payments.offers.${offer.id}.includedItems.${id}`, null],
        text: t("These offers then no longer include it:"),
      }),
    /** Its offers stay, and no longer exclude each other. */
    deleteGroup: ({ id, name }: CatalogueGroup) =>
      askToDelete({
        name,
        path: `payments.groups.${id}`,
        description: t("Its offers stay, and customers can then have several of them at once."),
        offers: all.filter(({ groupId }) => groupId === id),
        change: (offer) => [`payments.offers.${offer.id}.groupId`, null],
        text: t("These offers leave the group:"),
      }),
  };
}
