/** The decimals of a currency. */
function decimalsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 0;
}

/** An amount as it is typed, such as "12.50". @param amount in the smallest units of the currency */
export function typedAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** A typed amount in the smallest units of the currency; undefined for what is none, or is not from 1 to `most`. */
export function readAmount(text: string, currency: string, max: number): number | undefined {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = match ?? [];
  if (!match || fraction.length > decimals) return undefined;
  const amount = Number(whole + fraction.padEnd(decimals, "0"));
  return amount >= 1 && amount <= max ? amount : undefined;
}
