import type { Currency } from "../../ui/text/price-text";
import type { Price } from "./purchase-requests";

/** What is bought, as the visitor has chosen it. */
export interface Choice {
  priceId: string;
  price: Price;
  currency: Currency;
  quantity: number;
}
