import { type Currency, currencyDecimals } from "../../../config";
import type { Failing } from "../../../protocol/failing";
import { type PriceConfig, priceAmount, timesQuantity } from "../catalogue";
import type { PurchaseMetadata } from "../stripe";
import * as contract from "./contract";
import type { Purchase } from "./purchase-code";

/** The provider takes no higher amount at once, in the smallest units of a currency. */
const maxAmount = 99_999_999;

/** A value of the provider's metadata is no longer. */
const maxMetadataLength = 500;

/**
 * Returns what is paid for one unit, where the provider takes that much for all of them.
 *
 * @param chosen by default USD, or the first one in which the price is sold
 */
export function chargeOf(
  { fail }: Failing<typeof contract.currencyMissing | typeof contract.priceTooHigh>,
  price: PriceConfig,
  quantity: number,
  chosen: Currency | undefined,
): { currency: Currency; amount: number } {
  // USD is the first.
  const sold = (Object.keys(currencyDecimals) as Currency[]).filter((each) => priceAmount(price, each) !== undefined);
  const currency = chosen ?? sold[0];
  const amount = currency && priceAmount(price, currency);
  if (currency === undefined || amount === undefined) return fail(contract.currencyMissing);
  if (amount > maxAmount || timesQuantity(amount, quantity) > maxAmount) return fail(contract.priceTooHigh);
  return { currency, amount };
}

/** Makes what the provider returns with each report of a purchase. */
export function metadataOf(
  { customer, offerId, offer }: Purchase,
  bought: { purchaseId: string; kind: PurchaseMetadata["purchaseKind"]; priceId: string; quantity: number },
): PurchaseMetadata {
  const offerText = JSON.stringify(offer);
  return {
    purchaseKind: bought.kind,
    purchaseId: bought.purchaseId,
    tenancyId: customer.projectId,
    customerType: customer.customerType,
    customerId: customer.customerId.slice(0, maxMetadataLength),
    ...(offerId !== null && { offerId }),
    priceId: bought.priceId,
    purchaseQuantity: String(bought.quantity),
    ...(offerText.length <= maxMetadataLength && { offer: offerText }),
  };
}
