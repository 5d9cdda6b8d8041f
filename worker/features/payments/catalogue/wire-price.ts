import * as z from "zod";
import { currencyDecimals, intervalUnit } from "../../../config";
import type { PriceConfig } from "./money";

const amount = z.string().optional();
const { USD, EUR, GBP, JPY, INR, AUD, CAD } = Object.fromEntries(
  Object.keys(currencyDecimals).map((currency) => [currency, amount]),
) as Record<keyof typeof currencyDecimals, typeof amount>;

/** Of any length: that of a purchase is what it was when it was bought. */
const interval = z.tuple([z.number(), intervalUnit]);

/** A price on the wire: its amounts as decimal text, and the interval in which it is paid again. */
export const WirePrice = z.object({ USD, EUR, GBP, JPY, INR, AUD, CAD, interval: interval.optional() });

/** A price without what is the server's own. */
export function toWirePrice({
  serverOnly: _,
  freeTrial: __,
  interval,
  ...amounts
}: PriceConfig): z.input<typeof WirePrice> {
  return { ...amounts, ...(interval && { interval: [...interval] }) };
}
