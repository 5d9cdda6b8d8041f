import { type EmailKind, emailKinds } from "./email-kinds";

/** Says which emails of the log are shown, and which of them is open, as it appears in the address. Defaults are left out. */
export interface LogSearch {
  /** The whole address of the recipient. */
  to?: string;
  /** Absent for both. */
  status?: "delivered" | "failed";
  /** Absent for all. */
  kind?: EmailKind;
  /** The first and the last day that is shown, such as 2026-02-28, in the owner's own time zone. */
  from?: string;
  until?: string;
  /** The id of the email that is open. */
  mail?: string;
}

/** Reads the search of an address; invalid values are left out. */
export function parseLogSearch({ to, status, kind, from, until, mail: email }: Record<string, unknown>): LogSearch {
  return {
    // The router parses a search for digits, `true` or `false` as a number or a boolean.
    ...((typeof to === "string" || typeof to === "number" || typeof to === "boolean") &&
      to !== "" && { to: String(to) }),
    ...((status === "delivered" || status === "failed") && { status }),
    ...(isKind(kind) && { kind }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
    ...(typeof email === "string" && email !== "" && { mail: email }),
  };
}

/** Returns what the API is asked for, for a search: days are those of the browser's time zone. */
export function logQuery({ to, status, kind, from, until }: LogSearch) {
  return {
    ...(to && { recipient: to }),
    ...(status && { status: status === "failed" ? ("failed" as const) : ("sent" as const) }),
    ...(kind && { kind }),
    ...(from && { since_millis: startOf(from) }),
    ...(until && { until_millis: startOf(until, 1) }),
  };
}

/** Tells whether a search leaves anything out. */
export function isFiltered({ to, status, kind, from, until }: LogSearch): boolean {
  return [to, status, kind, from, until].some((each) => each !== undefined);
}

function isKind(value: unknown): value is EmailKind {
  return typeof value === "string" && Object.hasOwn(emailKinds, value);
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Returns when a day, or the one so many days later, begins; days are not all equally long. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return Math.max(0, new Date(year, month - 1, date + later).getTime());
}
