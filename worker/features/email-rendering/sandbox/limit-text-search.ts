import type { Budget } from "./budget";
import { replaceMethod } from "./replace-method";

/** Comparisons of characters that cost as much as one pass of a loop. */
const comparisonsPerPass = 1_000;

/** Characters that these go through at the cost of one pass: tables of Unicode are slow. */
const charactersPerPass = {
  ...{ normalize: 6, toLocaleLowerCase: 15, toLocaleUpperCase: 15, toLowerCase: 50, toUpperCase: 50 },
  ...{ trim: 50, trimStart: 50, trimEnd: 50 },
};

/** The same for functions that take the text. */
const charactersOfFunctions = {
  ...{ encodeURIComponent: 6, encodeURI: 6, decodeURIComponent: 15, decodeURI: 15, escape: 10, unescape: 15 },
  ...{ parseInt: 100, parseFloat: 100 },
};

/** Sets what each place that is searched costs beside its comparisons. */
const comparisonsPerPlace = 10;

/** Charges what searches one text for another, whose time is the product of both lengths where they are almost alike. */
export function limitTextSearch(budget: () => Budget): void {
  const { prototype } = String;
  const { indexOf } = prototype;

  /** Returns where `sought` is first found from `position` on, or -1. */
  function find(text: string, sought: string, position: unknown): number {
    const from = Math.min(Math.max(Math.trunc(Number(position)) || 0, 0), text.length);
    checkSearch(budget(), text, sought);
    const found = indexOf.call(text, sought, from);
    chargeLong(budget(), (((found < 0 ? text.length : found) - from) * sought.length) / comparisonsPerPass);
    return found;
  }

  replaceMethod(prototype, "indexOf", () => ({
    indexOf(sought: unknown, position: unknown) {
      return find(String(this), String(sought), position);
    },
  }));
  replaceMethod(prototype, "includes", () => ({
    includes(sought: unknown, position: unknown) {
      return find(String(this), String(sought), position) >= 0;
    },
  }));
  for (const name of ["lastIndexOf", "split", "replace", "replaceAll"] as const) {
    const symbol = name === "split" ? Symbol.split : Symbol.replace;
    replaceMethod(prototype, name, (original) => ({
      [name](sought: unknown, ...rest: unknown[]) {
        const isPattern = name !== "lastIndexOf" && typeof Object(sought)[symbol] === "function";
        if (isPattern || (name === "split" && sought === undefined)) return original.call(this, sought, ...rest);
        const [text, known] = [String(this), String(sought)];
        checkSearch(budget(), text, known);
        chargeLong(budget(), (text.length * (known.length + comparisonsPerPlace)) / comparisonsPerPass);
        return original.call(text, known, ...rest);
      },
    }));
  }
  for (const name of ["startsWith", "endsWith"]) {
    replaceMethod(prototype, name, (original) => ({
      [name](sought: unknown, ...rest: unknown[]) {
        if (typeof sought === "string") chargeLong(budget(), sought.length / comparisonsPerPass);
        return original.call(this, sought, ...rest);
      },
    }));
  }
  for (const [name, characters] of Object.entries(charactersOfFunctions)) {
    replaceMethod(globalThis, name, (original) => ({
      [name](given: unknown, ...rest: unknown[]) {
        // A symbol has no text, which the function itself says.
        const text = typeof given === "symbol" ? given : String(given);
        if (typeof text === "string") chargeLong(budget(), text.length / characters);
        return original(text, ...rest);
      },
    }));
  }
  Object.assign(Number, { parseInt, parseFloat });
  for (const [name, characters] of Object.entries(charactersPerPass)) {
    replaceMethod(prototype, name, (original) => ({
      [name](first: unknown, ...rest: unknown[]) {
        const text = String(this);
        chargeLong(budget(), text.length / characters);
        return original.call(text, first, ...rest);
      },
    }));
  }
}

/** Charges for what takes longer than the pass of the loop, or the call, that it is in. */
function chargeLong(budget: Budget, cost: number): void {
  if (cost >= 1) budget.charge(cost);
}

function checkSearch(budget: Budget, text: string, sought: string): void {
  const places = Math.max(text.length - sought.length + 1, 0);
  budget.check(
    (places * sought.length) / comparisonsPerPass,
    `The source searches a text of ${text.length} characters for one of ${sought.length}, which takes too long.`,
  );
}
