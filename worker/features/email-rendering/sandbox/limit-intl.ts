import type { Budget } from "./budget";
import { type AnyFunction, replaceConstructor, replaceMethod } from "./replace-method";

/*
 * What reads the tables of a language costs thousands of passes of a loop. A pass stands for about a microsecond here, as
 * everywhere in the budget.
 */

/** To read the tables for a formatter. */
const perFormatter = 400;

/** Of a method that is not named here. */
const perMethod = 50;

const methodCosts = new Map(
  Object.entries({
    ...{ format: 5, compare: 1, select: 5, of: 5 },
    ...{ formatRange: 300, formatRangeToParts: 300, supportedValuesOf: 1_000 },
  }),
);

/** Characters that are compared, formatted or divided at the cost of one pass. */
const charactersPerPass = 15;

/** An entry of a list of languages or of words. */
const perEntry = 10;

/** Charges for what formats, compares and divides by the rules of a language. */
export function limitIntl(budget: () => Budget): void {
  const charge = (cost: number, args: readonly unknown[]) => budget().charge(cost + costOfSize(args));
  const chargeMethods = (holder: object) => {
    for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      const cost = methodCosts.get(name) ?? perMethod;
      if (typeof value === "function" && name !== "constructor" && !value.prototype) {
        replaceMethod(holder, name, (original) => ({
          [name](...args: unknown[]) {
            charge(cost, args);
            return Reflect.apply(original, this, args);
          },
        }));
      } else if (get && (name === "format" || name === "compare")) {
        Object.defineProperty(holder, name, {
          get(this: unknown) {
            const bound = Reflect.apply(get, this, []) as AnyFunction;
            return (...args: unknown[]) => {
              charge(cost, args);
              return bound(...args);
            };
          },
        });
      }
    }
  };
  limitSegments(budget);
  chargeMethods(Intl);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Intl))) {
    if (typeof value !== "function" || !value.prototype) continue;
    chargeMethods(value);
    chargeMethods(value.prototype);
    replaceConstructor(Intl, name, (args) => charge(perFormatter, args));
  }
  for (const [prototype, names] of [
    [Date.prototype, ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]],
    [Number.prototype, ["toLocaleString"]],
  ] as const) {
    for (const name of names) {
      replaceMethod(prototype, name, (original) => ({
        [name](...args: unknown[]) {
          charge(perFormatter / 2, args);
          return Reflect.apply(original, this, args);
        },
      }));
    }
  }
  replaceMethod(String.prototype, "localeCompare", (original) => ({
    localeCompare(...args: unknown[]) {
      charge(1, [String(this), ...args]);
      return Reflect.apply(original, this, args);
    },
  }));
}

/** What a text is divided into is charged at once, and again for each part that is asked for by its place. */
function limitSegments(budget: () => Budget): void {
  const lengths = new WeakMap<object, number>();
  const segments = new Intl.Segmenter().segment("");
  replaceMethod(Intl.Segmenter.prototype, "segment", (original) => ({
    segment(text: unknown) {
      const divided = String(text);
      const made = original.call(this, divided);
      lengths.set(made, divided.length);
      return made;
    },
  }));
  replaceMethod(Object.getPrototypeOf(segments), "containing", (original) => ({
    containing(...args: unknown[]) {
      budget().charge((lengths.get(this) ?? 0) / charactersPerPass);
      return Reflect.apply(original, this, args);
    },
  }));
  replaceMethod(Object.getPrototypeOf(segments[Symbol.iterator]()), "next", (original) => ({
    next() {
      budget().charge();
      return original.call(this);
    },
  }));
}

/** Returns what texts and lists among the arguments cost by their length. */
function costOfSize(args: readonly unknown[]): number {
  return args.reduce<number>((cost, arg) => {
    if (typeof arg === "string") return cost + arg.length / charactersPerPass;
    const length = typeof arg === "object" && arg !== null && "length" in arg ? Number(arg.length) : 0;
    return length > 0 ? cost + length * perEntry : cost;
  }, 0);
}
