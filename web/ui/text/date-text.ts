import type { Translate } from "../translation/translate";

/** A date such as "Jan 5, 2027", in the time zone of the reader. */
export function dateText(date: Date, { language }: Translate): string {
  return date.toLocaleDateString(language, { dateStyle: "medium" });
}
