/** Says what the overview shows, as it appears in the address. Defaults are left out. */
export type OverviewSearch = {
  /** Says how many days the charts show. */
  days?: Range;
  /** Absent for the users who signed up last. */
  recent?: "active";
};

/** Reads the search of an address; invalid values are left out. */
export function parseOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const days = parseRange(search.days);
  return { ...(days && { days }), ...(search.recent === "active" && { recent: "active" }) };
}

/** Lists how many days charts may show; the API counts 31 days back. */
export const ranges = [7, 14, 30] as const;

export type Range = (typeof ranges)[number];

export const defaultRange: Range = 30;

/** The range in an address, as the router has parsed it; undefined for the default, and for what is none. */
function parseRange(value: unknown): Range | undefined {
  return ranges.find((range) => range === value && range !== defaultRange);
}
