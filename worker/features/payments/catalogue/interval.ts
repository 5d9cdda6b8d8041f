import type * as z from "zod";
import type { dayInterval } from "../../../config";

/** A count and a unit: `[2, "week"]`. */
export type DayInterval = Readonly<z.output<typeof dayInterval>>;

const day = 24 * 60 * 60 * 1000;

/** The last time that a date can be (ECMA-262, "Time Values and Time Range"). */
const lastTime = 8.64e15;

/**
 * Returns the time that lies a number of intervals after another. Days and weeks have a fixed length. Months and years end on the same day
 * of the month, or on the last day of a shorter month. All steps begin at the same time, so two months after 31 January are 31 March.
 *
 * @returns infinity for a time after all dates. No configuration leads to such a time, but what was stored before may.
 */
export function addInterval(time: number, interval: DayInterval, times = 1): number {
  const end = timeAfter(time, interval, times);
  return end <= lastTime ? end : Number.POSITIVE_INFINITY;
}

/** Returns when a period ends that begins at a time; null where that is after all dates. */
export function endOfPeriod(start: number, interval: DayInterval): number | null {
  return dateOrNull(addInterval(start, interval));
}

/** A time that is stored or sent; null for one after all dates, which never comes. */
export function dateOrNull(time: number | null): number | null {
  return time !== null && time <= lastTime ? time : null;
}

function timeAfter(time: number, [count, unit]: DayInterval, times: number): number {
  switch (unit) {
    case "day":
      return time + count * times * day;
    case "week":
      return time + count * times * 7 * day;
    case "month":
      return addMonths(time, count * times);
    case "year":
      return addMonths(time, count * times * 12);
  }
}

function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(dayOfMonth, daysIn(date)));
  return date.getTime();
}

function daysIn(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Returns how many whole intervals lie between two times. @param interval of a length that is not 0 */
export function intervalsBetween(from: number, to: number, interval: DayInterval): number {
  if (!(to >= from)) return 0;
  const [count, unit] = interval;
  const units = unit === "day" || unit === "week" ? (to - from) / addInterval(0, [1, unit]) : monthsBetween(from, to);
  const times = Math.floor(units / (unit === "year" ? count * 12 : count));
  return addInterval(from, interval, times) > to ? times - 1 : times;
}

/** By the calendar alone, without the days of the months. */
function monthsBetween(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}
