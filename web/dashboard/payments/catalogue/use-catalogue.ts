import { type ConfigDocument, type Setting, settingsIn } from "../../forms/config-document";
import { useConfig } from "../../forms/use-config";
import { type CustomerType, customerTypeOf } from "../customer-types";
import { type OfferValues, valuesOfOffer } from "./offer-values";

/** Something of which customers have a quantity, such as credits or seats. */
export interface CatalogueItem {
  readonly id: string;
  readonly name: string;
  readonly customerType: CustomerType;
  /** The balance below which a change is an event for webhooks, as text; empty for none. */
  readonly threshold: string;
}

/** Offers that exclude each other. */
export interface CatalogueGroup {
  readonly id: string;
  readonly name: string;
}

/** An offer of the configuration, with what its form shows of it. */
export type CatalogueOffer = OfferValues & { readonly name: string };

/** Holds what the project sells. */
export interface Catalogue {
  readonly offers: readonly CatalogueOffer[];
  readonly items: readonly CatalogueItem[];
  readonly groups: readonly CatalogueGroup[];
}

/** Returns what the project sells; suspends while it is read. */
export function useCatalogue(): Catalogue {
  return catalogueOf(useConfig());
}

function catalogueOf(config: ConfigDocument): Catalogue {
  return {
    offers: settingsIn(config, "payments.offers").map(([id, offer]) => ({
      ...valuesOfOffer(id, offer),
      name: nameOf(id, offer),
    })),
    items: settingsIn(config, "payments.items").map(([id, item]) => ({
      id,
      name: nameOf(id, item),
      customerType: customerTypeOf(item.customerType) ?? "user",
      threshold: typeof item.lowBalanceThreshold === "number" ? String(item.lowBalanceThreshold) : "",
    })),
    groups: settingsIn(config, "payments.groups").map(([id, group]) => ({ id, name: nameOf(id, group) })),
  };
}

function nameOf(id: string, { displayName }: { readonly [key: string]: Setting }): string {
  return typeof displayName === "string" && displayName !== "" ? displayName : id;
}
