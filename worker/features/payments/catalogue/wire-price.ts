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
export const WirePrice = z
  .object({
    USD: USD.describe("The amount in USD, as decimal text."),
    EUR: EUR.describe("The amount in EUR, as decimal text."),
    GBP: GBP.describe("The amount in GBP, as decimal text."),
    JPY: JPY.describe("The amount in JPY, as decimal text."),
    INR: INR.describe("The amount in INR, as decimal text."),
    AUD: AUD.describe("The amount in AUD, as decimal text."),
    CAD: CAD.describe("The amount in CAD, as decimal text."),
    interval: interval.optional().describe('A count and a unit, such as `[1, "month"]`.'),
  })
  .meta({ id: "Price" });

/** A price without what is the server's own. */
export function toWirePrice({
  serverOnly: _,
  freeTrial: __,
  interval,
  ...amounts
}: PriceConfig): z.input<typeof WirePrice> {
  return { ...amounts, ...(interval && { interval: [...interval] }) };
}
