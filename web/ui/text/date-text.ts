import type { Translate } from "../translation/translate";

/** A date such as "Jan 5, 2027", in the time zone of the reader. */
export function dateText(date: Date, { language }: Translate): string {
  return date.toLocaleDateString(language, { dateStyle: "medium" });
}

/** The day of a time in the time zone of the reader, such as 2027-01-31. */
export function dayOf(time: Date): string {
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}
