import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import type { Currency } from "../../../ui/text/price-text";
import { type FieldRows, idFollowing } from "../../dialogs/fields";
import { useConfig } from "../../forms/config";
import { type ConfigDocument, type Setting, settingsIn } from "../../forms/config-document";
import type { Translate } from "../../translation/use-translation";
import { type CustomerType, customerTypeOf } from "../customer-types";
import { pricesText } from "../purchase-texts";
import { currencies, currencyNames, type OfferValues, type PriceValues, priceOf, valuesOfOffer } from "./offer-values";

// These functions return why a text cannot be saved, in words for its field, or true.

const maxIdLength = 63;

/** An id that an owner chooses. Those in `taken` belong to others. */
export function checkNewId(text: string, taken: readonly string[], t: Translate): string | true {
  const id = text.trim();
  if (id === "") return t("Enter an ID.");
  if (!/^[a-z_]/i.test(id)) return t("Start the ID with a letter or an underscore.");
  if (!/^[\w-]+$/.test(id)) return t("An ID has only the letters a to z, digits, hyphens and underscores.");
  if (id.length > maxIdLength) return t("An ID has at most {count} characters.", { count: maxIdLength });
  return !taken.includes(id) || t("This ID is taken.");
}

interface NamedOptions<Values extends FieldValues> {
  nameField: FieldPath<Values>;
  hint?: string;
  placeholder: string;
  /** Lists the IDs that others have. Undefined for what has its ID. */
  taken: readonly string[] | undefined;
}

/** The name of what is sold, and the ID of what is new. It goes with the name until another one is typed. */
export function namedRows<Values extends FieldValues & { id: string }>(
  form: UseFormReturn<Values>,
  { nameField, hint, placeholder, taken }: NamedOptions<Values>,
  t: Translate,
): FieldRows<Values> {
  const setId = idFollowing(form);
  return [
    { name: nameField, label: t("Name"), hint, placeholder, onInput: taken && setId },
    taken && {
      name: "id" as FieldPath<Values>,
      label: t("ID"),
      hint: t("How your code names it. It cannot be changed later."),
      spellCheck: false,
      autoCapitalize: "none",
      placeholder: placeholder.toLowerCase(),
      validate: (text) => checkNewId(text, taken, t),
    },
  ];
}

/** The most units that the API takes. */
const maxUnits = 1_000_000;

/** The price of an offer that is bought in test mode, and how many units. */
export function boughtRows(
  offer: CatalogueOffer | undefined,
  t: Translate,
): FieldRows<{ priceId: string; quantity: string }> {
  const prices = offer?.prices ?? [];
  return [
    {
      kind: "choice",
      name: "priceId",
      label: t("Price"),
      options: prices.map((price) => ({
        value: price.priceId,
        label: `${price.priceId}: ${pricesText(priceOf(price), 1, t)}`,
      })),
    },
    offer?.isStackable && {
      name: "quantity",
      label: t("Units"),
      inputMode: "numeric",
      validate: (text) => checkWhole(text, 1, maxUnits, t),
    },
  ];
}

/** An amount of money in a currency. A price has one in at least one currency, which is said at the first. */
export function checkAmount(text: string, currency: Currency, price: PriceValues, t: Translate): string | true {
  const amount = text.trim();
  const decimals = currencies[currency];
  if (amount === "") {
    const isFirst = currencyNames[0] === currency;
    const isWithout = currencyNames.every((name) => price.amounts[name].trim() === "");
    return !(isFirst && isWithout) || t("Enter an amount in at least one currency.");
  }
  if (!/^\d+(?:\.\d+)?$/.test(amount)) return t("Enter an amount such as {example}.", { example: examples[decimals] });
  const [whole = "", fraction = ""] = amount.split(".");
  if (fraction.length > decimals) {
    return decimals === 0
      ? t("{currency} has no decimals.", { currency })
      : t("{currency} has at most {count} decimals.", { currency, count: decimals });
  }
  if (/^0\d/.test(whole)) return t("Leave out the zeros at the start.");
  return whole.length <= 12 || t("The amount is too large.");
}

const examples = { 0: "500", 2: "9.99" } as const;

const maxDuration = 1000;

/** The number of a duration, which may be left empty for none. */
export function checkDuration(text: string, t: Translate): string | true {
  return text.trim() === "" || checkWhole(text, 1, maxDuration, t);
}

const maxIncluded = 1_000_000_000;

/** Checks how much of an item one unit of an offer includes. */
export function checkQuantity(text: string, t: Translate): string | true {
  return checkWhole(text, 0, maxIncluded, t);
}

/** A whole number within limits. */
function checkWhole(text: string, min: number, max: number, t: Translate): string | true {
  const isWithin = /^\s*\d+\s*$/.test(text) && Number(text) >= min && Number(text) <= max;
  const limits = { min, max: max.toLocaleString(t.language) };
  return isWithin || t("Enter a whole number from {min} to {max}.", limits);
}

/** The balance below which a change is an event for webhooks; may be left empty. */
export function checkThreshold(text: string, t: Translate): string | true {
  return text.trim() === "" || Number.isFinite(Number(text)) || t("Enter a number, or leave it empty.");
}

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
