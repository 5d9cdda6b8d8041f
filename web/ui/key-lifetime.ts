const dayMillis = 86_400_000;
/** Keys always have an end; this far away it counts as none. */
const neverDays = 200 * 365.25;

/** How long new keys can be made to last, by the number of days. */
export const lifetimes = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "Never" },
] as const;

export type Lifetime = (typeof lifetimes)[number]["value"];

/** When keys that are made `now` end. */
export function expiryAfter(lifetime: Lifetime, now: Date): Date {
  const days = lifetime === "never" ? neverDays : Number(lifetime);
  return new Date(now.getTime() + days * dayMillis);
}

/** Whether an end is so far away that it was meant as none. */
export function isNever(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > (neverDays / 2) * dayMillis;
}
