import type { FieldPath } from "react-hook-form";
import { refusedSetting } from "../../forms/refused-setting";
import { currencyNames, type OfferValues } from "./offer-values";

/** The field of an offer's form whose setting the server refuses, with a sentence for it. */
export function refusedOfferField(
  error: unknown,
  values: OfferValues,
): { field: FieldPath<OfferValues>; message: string } | undefined {
  const refused = refusedSetting(error);
  const field = refused && fieldAt(refused.path, values);
  return field && { field, message: refused.message };
}

function fieldAt(path: string, { prices, included }: OfferValues): FieldPath<OfferValues> | undefined {
  const [, , , setting, key, inner] = path.split(".");
  if (setting === "displayName") return "displayName";
  if (setting === "groupId") return "groupId";
  if (setting === "freeTrial") return "trial.count";
  if (setting === "prices") {
    const index = prices.findIndex(({ priceId }) => priceId.trim() === key);
    if (index < 0) return undefined;
    const currency = currencyNames.find((name) => name === inner);
    if (currency) return `prices.${index}.amounts.${currency}`;
    if (inner === "interval") return `prices.${index}.interval.count`;
    return inner === "freeTrial" ? `prices.${index}.trial.count` : `prices.${index}.priceId`;
  }
  const index = setting === "includedItems" ? included.findIndex(({ itemId }) => itemId === key) : -1;
  return index < 0 ? undefined : `included.${index}.quantity`;
}
