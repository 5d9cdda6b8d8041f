/** How many days charts may show; the API counts 31 days back. */
export const ranges = [7, 14, 30] as const;

export type Range = (typeof ranges)[number];

export const defaultRange: Range = 30;

/** The range in an address, as the router has parsed it; undefined for the default, and for what is none. */
export function parseRange(value: unknown): Range | undefined {
  return ranges.find((range) => range === value && range !== defaultRange);
}
