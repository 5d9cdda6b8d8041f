import { oneOf, searchBy, text } from "../lists/address-search";

/** Lists how many days charts may show; the API counts 31 days back. */
export const ranges = [7, 14, 30] as const;

export type Range = (typeof ranges)[number];

export const defaultRange: Range = 30;

/** Reads what the overview shows: how many days, which users, and the code for which platform. The latest ones are those who signed up last, by default. */
export const parseOverviewSearch = searchBy({
  days: (days) => ranges.find((range) => range === days && range !== defaultRange),
  recent: oneOf("active"),
  platform: text,
});

/** Reads what the quick start shows: the code for one platform. */
export const parseQuickStartSearch = searchBy({ platform: text });
