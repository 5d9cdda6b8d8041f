import { dayOf } from "../../ui/text/date-text";

/** Reads a value of an address, as the router has parsed it; undefined where it is invalid. */
type Reader<Value> = (value: unknown) => Value | undefined;

type Values<Readers> = {
  [Name in keyof Readers]?: Readers[Name] extends Reader<infer Value> ? Value : never;
};

/** Returns what reads the search of an address, each value by its reader. Invalid values are left out. */
export function searchBy<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (search: Record<string, unknown>): Values<Readers> =>
    Object.fromEntries(
      Object.entries(readers).flatMap(([name, read]) => {
        const value = read(search[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Values<Readers>;
}

/** Reads a text. The router parses one of digits, `true` or `false` as a number or a boolean. */
export const text: Reader<string> = (value) =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "" ? String(value) : undefined;

/** Reads what is there or not, such as a dialog. */
export const flag: Reader<true> = (value) => (value === true ? value : undefined);

/** Reads one of some values. */
export function oneOf<const Value extends string | number>(...values: readonly Value[]): Reader<Value> {
  return (value) => values.find((each) => each === value);
}

/** Reads the name of a property. */
export function keyOf<Table extends object>(table: Table): Reader<Extract<keyof Table, string>> {
  return (value) =>
    typeof value === "string" && Object.hasOwn(table, value) ? (value as Extract<keyof Table, string>) : undefined;
}

/** Reads a text of a form. */
export function matching<Value extends string = string>(form: RegExp): Reader<Value> {
  return (value) => (typeof value === "string" && form.test(value) ? (value as Value) : undefined);
}

/** Reads a day such as 2027-01-31. */
export const day: Reader<string> = (value) => {
  const text = matching(/^[1-9]\d{3}-\d\d-\d\d$/)(value);
  return text !== undefined && dayOf(new Date(dayStart(text))) === text ? text : undefined;
};

/** Returns when a day begins in the time zone of the reader, or one that is some days later. */
export function dayStart(day: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
