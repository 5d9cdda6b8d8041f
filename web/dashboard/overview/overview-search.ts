import { parseRange, type Range } from "../charts/range";

/** What the overview shows, as it appears in the address. Defaults are left out. */
export type OverviewSearch = {
  /** How many days the charts show. */
  days?: Range;
  /** Absent for the users who signed up last. */
  recent?: "active";
};

/** Reads the search of an address; invalid values are left out. */
export function parseOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const days = parseRange(search.days);
  return { ...(days && { days }), ...(search.recent === "active" && { recent: "active" }) };
}
