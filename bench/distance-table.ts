import { table } from "./table";
import type { Trips } from "./workers/distance/replicated-database";

export type { Trips };

/** Milliseconds of a round trip to what is in the same region, and to what is across an ocean. */
const near = 5;
const far = 150;

/** Says how often a busy user, and a backend for them, makes each request in a month, in 18 visits. */
const month = { signIn: 2, firstRead: 18, laterRead: 42, refresh: 36, permission: 60, preflight: 36 } as const;

/** A kind of request, with the round trips that it makes before its response. */
export interface Requested extends Trips {
  name: string;
  /** Says which request of a busy month it is. */
  of?: keyof typeof month;
}

/** Says where the user and the Worker are, and how long a request takes there beside what the Worker computes. */
const places: Readonly<Record<string, (trips: Trips) => number>> = {
  "next door": ({ primary, replica }) => (primary + replica) * near,
  overseas: ({ primary, replica }) => primary * far + replica * near,
  "overseas, no replicas": ({ primary, replica }) => (primary + replica) * far,
  // The Worker runs beside the primary, and each request crosses the ocean to it.
  "overseas, smart placement": ({ primary, replica }) => far + (primary + replica) * near,
};

/** The milliseconds of each request in each place, and those of a busy month on average. */
export function distanceTable(requested: readonly Requested[]): string {
  const times = Object.values(places);
  const rows = requested.map((each) => [
    each.name,
    `${each.primary}`,
    `${each.replica}`,
    ...times.map((time) => `${time(each)}`),
  ]);
  const total = Object.values(month).reduce((sum, count) => sum + count, 0);
  const average = (time: (trips: Trips) => number) =>
    requested.reduce((sum, each) => sum + (each.of ? (month[each.of] * time(each)) / total : 0), 0).toFixed(0);
  return table(
    ["", "To the primary", "to a replica", ...Object.keys(places).map((place) => `${place}, ms`)],
    [...rows, ["A busy month, on average", "", "", ...times.map(average)]],
  );
}
