import type { Translate } from "../../translation/use-translation";

const maxAtOnce = 1_000_000_000_000;

/** Why a text is no change of a quantity, in words, or true. */
export function checkChange(text: string, t: Translate): string | true {
  const isWhole = /^\s*[+-]?\d{1,13}\s*$/.test(text) && Number(text) !== 0;
  if (!isWhole) return t("Enter a whole number other than 0.");
  return Math.abs(Number(text)) <= maxAtOnce || t("This is too much at once.");
}

/** Why a change cannot end at a time, in words, or true. Empty is never. */
export function checkExpiry(text: string, now: number, t: Translate): string | true {
  if (text === "") return true;
  const time = new Date(text).getTime();
  if (Number.isNaN(time)) return t("Enter a date and a time, or leave it empty.");
  return time > now || t("Choose a time in the future.");
}
