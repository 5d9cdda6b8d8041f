import type { LoggedMail } from "./queries";

/** Which mails of the log are shown, and which of them is open, as it appears in the address. Defaults are left out. */
export interface LogSearch {
  /** A part of the recipient's address or of the subject. */
  q?: string;
  /** Absent for both. */
  status?: "delivered" | "failed";
  /** The first and the last day that is shown, such as 2026-02-28, in the owner's own time zone. */
  from?: string;
  until?: string;
  /** The id of the mail that is open. */
  mail?: string;
}

/** Reads the search of an address; invalid values are left out. */
export function parseLogSearch({ q, status, from, until, mail }: Record<string, unknown>): LogSearch {
  return {
    // The router parses a search for digits, `true` or `false` as a number or a boolean.
    ...((typeof q === "string" || typeof q === "number" || typeof q === "boolean") && q !== "" && { q: String(q) }),
    ...((status === "delivered" || status === "failed") && { status }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
    ...(typeof mail === "string" && mail !== "" && { mail }),
  };
}

/** The mails of the log that a search shows. */
export function foundMails(
  mails: readonly LoggedMail[],
  { q = "", status, from, until }: LogSearch,
): readonly LoggedMail[] {
  const text = q.trim().toLowerCase();
  return mails.filter(({ to, subject, error, sentAt }) => {
    const day = dayOf(sentAt);
    return (
      [subject, ...to].some((each) => each.toLowerCase().includes(text)) &&
      (status === undefined || (status === "failed") === (error !== null)) &&
      (from === undefined || day >= from) &&
      (until === undefined || day <= until)
    );
  });
}

/** Whether a search leaves anything out. */
export function isFiltered({ q, status, from, until }: LogSearch): boolean {
  return [q, status, from, until].some((each) => each !== undefined);
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** The day of a time in the time zone of the browser. */
function dayOf(time: Date): string {
  const pad = (number: number, length: number) => String(number).padStart(length, "0");
  return [pad(time.getFullYear(), 4), pad(time.getMonth() + 1, 2), pad(time.getDate(), 2)].join("-");
}
