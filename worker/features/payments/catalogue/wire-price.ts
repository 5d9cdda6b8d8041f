import * as z from "zod";
import { currencyDecimals, dayInterval } from "../../../config";
import type { PriceConfig } from "./money";

const amount = z.string().optional();
const { USD, EUR, GBP, JPY, INR, AUD, CAD } = Object.fromEntries(
  Object.keys(currencyDecimals).map((currency) => [currency, amount]),
) as Record<keyof typeof currencyDecimals, typeof amount>;

/** A price on the wire: its amounts as decimal text, and the interval in which it is paid again. */
export const WirePrice = z.object({ USD, EUR, GBP, JPY, INR, AUD, CAD, interval: dayInterval.optional() });

/** A price without what is the server's own. */
export function toWirePrice({
  serverOnly: _,
  freeTrial: __,
  interval,
  ...amounts
}: PriceConfig): z.input<typeof WirePrice> {
  return { ...amounts, ...(interval && { interval: [...interval] }) };
}
