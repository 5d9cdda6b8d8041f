import type { ItemUsage } from "../../../kit/payments/usage";
import type { DayValue } from "../../charts/chart-scale";

/** Sets how many days a report on an item shows, with today. */
export const reportDays = 30;

const dayMillis = 24 * 60 * 60 * 1000;

/** Returns when the report that is asked for now begins: with a day in UTC, as it ends the days that it shows. */
export function reportStart(now: number): Date {
  const today = now - (now % dayMillis);
  return new Date(today - (reportDays - 1) * dayMillis);
}

/** Returns what was left at the end of each day, today until now. */
export function leftByDay(usage: readonly ItemUsage[]): DayValue[] {
  return usage.map(({ at, quantity }) => ({
    // The midnight at which a day ends belongs to the next one.
    date: new Date(at.getTime() - 1).toISOString().slice(0, 10),
    value: quantity,
  }));
}

/** Returns what was added and taken on the days of a report. */
export function changesIn(usage: readonly ItemUsage[]): { added: number; removed: number } {
  return {
    added: usage.reduce((sum, { added }) => sum + added, 0),
    removed: usage.reduce((sum, { removed }) => sum + removed, 0),
  };
}
