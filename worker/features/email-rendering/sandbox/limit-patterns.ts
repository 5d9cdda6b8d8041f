import type { Budget } from "./budget";
import { stepsOfPattern } from "./pattern-cost";

/** Steps of a search that cost as much as one pass of a loop. */
const stepsPerPass = 100;

const nativeExec = RegExp.prototype.exec;
const NativeRegExp = RegExp;
const source = getterOf("source");
const isGlobal = getterOf("global");
const isSticky = getterOf("sticky");
const isUnicode = getterOf("unicode");
const hasSets = getterOf("unicodeSets");
/** The flags that decide what a part matches. */
const matching = { i: getterOf("ignoreCase"), m: getterOf("multiline"), s: getterOf("dotAll"), u: isUnicode };

/** Reads the regular expression itself, which may have a property of that name that says something else. */
function getterOf(name: string): (pattern: RegExp) => unknown {
  const get = Object.getOwnPropertyDescriptor(RegExp.prototype, name)?.get;
  return (pattern) => (get ? Reflect.apply(get, pattern, []) : undefined);
}

/** The pattern of a regular expression, or undefined for what is none. */
export function patternOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return String(source(value as RegExp));
  } catch {
    return undefined;
  }
}

/**
 * Returns what takes the place of `RegExp.prototype.exec`, by which all methods search once it is replaced. Patterns of the sources
 * of an email are charged before they run, once for a search that goes on where it stopped.
 */
export function chargedExec(budget: () => Budget): (this: RegExp, text?: unknown) => RegExpExecArray | null {
  // The measuring itself searches, with patterns that a source may have as well.
  let isMeasuring = false;
  let paid: { pattern: string; flags: string; text: string; from: number } | undefined;
  return {
    exec(this: RegExp, given?: unknown) {
      const pattern = patternOf(this);
      if (isMeasuring || pattern === undefined || !budget().patterns.has(pattern))
        return nativeExec.call(this, given as string);
      const text = String(given);
      const flags = matchingFlags(this);
      const isResumed = isGlobal(this) || isSticky(this);
      const from = isResumed && typeof this.lastIndex === "number" ? Math.max(this.lastIndex, 0) : 0;
      budget().charge(0.2);
      const goesOn = paid?.pattern === pattern && paid.text === text && paid.flags === flags && from >= paid.from;
      isMeasuring = true;
      try {
        if (!goesOn) chargeSearch(budget(), this, pattern, flags, text);
      } finally {
        isMeasuring = false;
      }
      const found = nativeExec.call(this, text);
      const end = found ? Math.max(found.index + 1, this.lastIndex) : Number.POSITIVE_INFINITY;
      paid = { pattern, flags, text, from: isSticky(this) ? from + 1 : end };
      return found;
    },
  }.exec;
}

function matchingFlags(pattern: RegExp): string {
  return Object.entries(matching).reduce((flags, [flag, isSet]) => (isSet(pattern) ? flags + flag : flags), "");
}

function chargeSearch(budget: Budget, regExp: RegExp, pattern: string, flags: string, text: string): void {
  budget.charge((text.length * (10 + pattern.length)) / stepsPerPass / 2);
  const steps = hasSets(regExp) ? Number.POSITIVE_INFINITY : stepsOfPattern(pattern, profileOf(text, flags));
  budget.chargeOr(
    steps / stepsPerPass,
    `This regular expression takes too long on a text of ${text.length} characters. Write it with fewer repetitions.`,
  );
}

function profileOf(text: string, flags: string) {
  return {
    length: text.length,
    isUnicode: flags.includes("u"),
    longestRun: (part: string) => {
      let longest = 0;
      eachMatch(`(?:${part})+`, flags, text, (length) => {
        longest = Math.max(longest, length);
      });
      return longest;
    },
    places: (parts: string) => {
      if (parts === "") return text.length + 1;
      let count = 0;
      eachMatch(`(?=${parts})`, flags, text, () => {
        count += 1;
      });
      return count;
    },
  };
}

function eachMatch(pattern: string, flags: string, text: string, visit: (length: number) => void): void {
  const search = new NativeRegExp(pattern, `${flags}g`);
  for (let found = nativeExec.call(search, text); found; found = nativeExec.call(search, text)) {
    const length = found[0].length;
    visit(length);
    if (length === 0) search.lastIndex += 1;
  }
}
