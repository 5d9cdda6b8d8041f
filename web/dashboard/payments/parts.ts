import { msg } from "../translation/msg";

/** The parts of the payments, by their names in the address. The first is shown where the address names none. */
export const paymentParts = {
  overview: msg("Overview"),
  catalogue: msg("Catalogue"),
  customers: msg("Customers"),
} as const;

export type PaymentPart = keyof typeof paymentParts;

/** Whether a value of the address names a part. */
export function isPart(part: unknown): part is PaymentPart {
  return typeof part === "string" && Object.hasOwn(paymentParts, part);
}
