import type { Budget } from "./budget";
import { visibleGlobals } from "./globals";
import { limitIntl } from "./limit-intl";
import { limitObjects } from "./limit-objects";
import { chargedExec, patternOf } from "./limit-patterns";
import { limitTextSearch } from "./limit-text-search";
import { limitTypes } from "./limit-types";
import { limitUrls } from "./limit-urls";
import { onEachArray } from "./nested-arrays";
import { riskOfPattern } from "./pattern-risk";
import { type AnyFunction, replaceConstructor, replaceMethod } from "./replace-method";

/** Lists what the global constructor keeps of the last match (legacy static properties of RegExp), also that of the email before. */
const lastMatchProperties = [
  ...["input", "$_", "lastMatch", "$&", "lastParen", "$+", "leftContext", "$`", "rightContext", "$'"],
  ...["$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9"],
];

/** Arrays longer than this are charged for by each element when a method goes through them; shorter ones by each tenth. */
const shortArray = 10_000;

/** Characters of JSON that are read at the cost of one pass. */
const charactersPerPass = 15;

/** Sets what React is charged for rendering one array of children and what is around it, in passes of a loop. */
const passesPerArray = 5;

/**
 * Closes the isolate for what a source could leave in it for the next email. Every object of the language that a source
 * can reach is frozen, as SES does it. What makes much at once in a single step is charged to the budget of the email.
 * It is called once, after the libraries have been loaded and before the first source runs.
 *
 * @param budget the budget of the email that is rendered now
 */
export function lockDown(budget: () => Budget): void {
  // Sources lie below many frames of the libraries.
  Object.assign(Error, { stackTraceLimit: 100 });
  limitTexts(budget);
  limitTextSearch(budget);
  limitIntl(budget);
  limitObjects(budget);
  limitUrls(budget);
  limitTypes(budget);
  limitArrays(budget);
  limitIteration(budget);
  limitJson(budget);
  limitPatterns(budget);
  for (const prototype of [Object.prototype, Error.prototype, ...errorPrototypes()]) allowOverriding(prototype);
  allowOverriding(Function.prototype, ["constructor", "toString"]);
  allowOverriding(Array.prototype, ["constructor", "toString", "concat", "push"]);
  freezeAll(intrinsics());
}

/** Freezes objects and everything that can be reached from them, getters aside. */
export function freezeAll(roots: unknown[]): void {
  const seen = new Set<unknown>();
  const left = [...roots];
  while (left.length > 0) {
    const value = left.pop();
    if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) continue;
    seen.add(value);
    Object.freeze(value);
    left.push(Object.getPrototypeOf(value));
    for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
      left.push(descriptor.value, descriptor.get, descriptor.set);
    }
    for (const symbol of Object.getOwnPropertySymbols(value)) {
      left.push(Object.getOwnPropertyDescriptor(value, symbol)?.value);
    }
  }
}

/** Lists what a source reaches by name or by syntax. */
function intrinsics(): unknown[] {
  const globals = globalThis as object as Record<string, unknown>;
  const generator = function* () {};
  const asyncGenerator = async function* () {};
  return [
    ...visibleGlobals.map((name) => globals[name]),
    ...[generator, asyncGenerator, async () => {}],
    ...[[][Symbol.iterator](), ""[Symbol.iterator](), new Map().entries(), new Set().values(), "".matchAll(/x/g)],
  ];
}

function errorPrototypes(): object[] {
  return [AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    ({ prototype }) => prototype,
  );
}

/**
 * Lets objects have a property of their own where a frozen prototype has one of that name. Without it
 * `error.name = "MyError"` would throw.
 */
function allowOverriding(prototype: object, names = Object.getOwnPropertyNames(prototype)): void {
  for (const name of names) {
    const { value, configurable, enumerable, writable } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    if (!configurable || !writable) continue;
    Object.defineProperty(prototype, name, {
      get: () => value,
      set(this: object, own: unknown) {
        if (this === prototype)
          throw new TypeError(`Cannot assign to read only property '${name}' of a built-in object`);
        Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
      },
      enumerable,
      configurable: false,
    });
  }
}

function limitTexts(budget: () => Budget): void {
  const prototype = String.prototype;
  replaceMethod(prototype, "repeat", (original) => ({
    repeat(count: unknown) {
      const times = Number(count);
      if (times > 0) budget().checkText(String(this).length * times);
      return original.call(this, times);
    },
  }));
  for (const name of ["padStart", "padEnd"]) {
    replaceMethod(prototype, name, (original) => ({
      [name](length: unknown, ...rest: unknown[]) {
        const characters = Number(length);
        if (characters > 0) budget().checkText(characters);
        return original.call(this, characters, ...rest);
      },
    }));
  }
  for (const name of ["concat", "replace", "replaceAll", "slice", "substring", "substr"]) {
    replaceMethod(prototype, name, (original) => ({
      [name](...args: unknown[]) {
        return checkedText(budget(), Reflect.apply(original, this, args));
      },
    }));
  }
}

/** The same value, if it is no text of an impossible length. */
function checkedText(budget: Budget, value: unknown): unknown {
  if (typeof value === "string") budget.checkText(value.length);
  return value;
}

function limitArrays(budget: () => Budget): void {
  const prototype = Array.prototype as object as Record<string, AnyFunction>;
  const unlimited = new Set(["constructor", "push", "pop", "at", "keys", "values", "entries"]);
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (unlimited.has(name) || typeof prototype[name] !== "function") continue;
    replaceMethod(prototype, name, (original) => ({
      [name](...args: unknown[]) {
        const length = Number(this?.length) || 0;
        budget().charge(length > shortArray ? length : length / 10);
        if (comparing.has(name)) budget().charge(comparisonCost(name, this, args));
        if (name === "flat") chargeNested(budget(), this, args[0] === undefined ? 1 : Number(args[0]));
        const result = Reflect.apply(original, this, args);
        return name === "join" ? checkedText(budget(), result) : result;
      },
    }));
  }
  const { isArray } = Array;
  replaceMethod(prototype, "flatMap", (original) => ({
    flatMap(callback: AnyFunction, self?: unknown) {
      if (typeof callback !== "function") return original.call(this, callback);
      return original.call(this, function (this: unknown, ...args: unknown[]) {
        const made = Reflect.apply(callback, self, args);
        if (isArray(made)) budget().charge(made.length / 5);
        return made;
      });
    },
  }));
  const chargeLength = (length: unknown) => {
    if (typeof length === "number" && length > shortArray) budget().charge(length);
  };
  replaceMethod(Array, "from", (original) => ({
    from(from: { length?: unknown }, ...rest: unknown[]) {
      chargeLength(from?.length);
      return Reflect.apply(original, this, [from, ...rest]);
    },
  }));
  replaceConstructor(globalThis, "Array", (args) => args.length === 1 && chargeLength(args[0]));
  onEachArray(() => budget().charge(passesPerArray));
}

/** Methods that compare elements, by what no source is called for. */
const comparing = new Set(["sort", "toSorted", "indexOf", "lastIndexOf", "includes"]);

/** Returns what comparisons take: texts that are alike are compared up to their ends. */
function comparisonCost(name: string, array: ArrayLike<unknown>, [sought]: unknown[]): number {
  const length = Number(array?.length) || 0;
  if (name !== "sort" && name !== "toSorted") return typeof sought === "string" ? (length * sought.length) / 5_000 : 0;
  if (sought !== undefined || length > 500_000) return 0;
  let cost = 0;
  for (let index = 0; index < length; index += 1) {
    const element = array[index];
    cost += typeof element === "string" ? 0.1 + element.length / 5_000 : 0.1;
  }
  return cost * Math.log2(length + 1);
}

/** Charges for each element of an array, and of those within it, as often as they occur. */
function chargeNested(budget: Budget, array: ArrayLike<unknown>, depth: number): void {
  budget.charge(array.length / 5);
  if (!(depth > 0)) return;
  for (let index = 0; index < array.length; index += 1) {
    const element = array[index];
    if (Array.isArray(element)) chargeNested(budget, element, depth - 1);
  }
}

/** Limits what goes through arrays and collections for others: each step is charged, wherever the length comes from. */
function limitIteration(budget: () => Budget): void {
  for (const iterator of [[][Symbol.iterator](), ""[Symbol.iterator](), new Map().entries(), new Set().values()]) {
    replaceMethod(Object.getPrototypeOf(iterator), "next", (original) => ({
      next() {
        budget().charge(0.2);
        return original.call(this);
      },
    }));
  }
  const setMethods = ["union", "intersection", "difference", "symmetricDifference"];
  for (const name of [...setMethods, "isSubsetOf", "isSupersetOf", "isDisjointFrom"]) {
    replaceMethod(Set.prototype, name, (original) => ({
      [name](...args: unknown[]) {
        budget().charge(Number(this?.size) || 0);
        return Reflect.apply(original, this, args);
      },
    }));
  }
  for (const [holder, names] of [
    [Promise, ["all", "allSettled", "any", "race"]],
    [String, ["raw"]],
  ] as const) {
    for (const name of names) {
      replaceMethod(holder, name, (original) => ({
        [name](...args: unknown[]) {
          for (const arg of args) if (Array.isArray(arg) && arg.length > shortArray) budget().charge(arg.length);
          return Reflect.apply(original, this, args);
        },
      }));
    }
  }
}

function limitJson(budget: () => Budget): void {
  const isArray = Array.isArray;
  replaceMethod(JSON, "parse", (original) => ({
    parse(text: unknown, ...rest: unknown[]) {
      const json = String(text);
      budget().charge(json.length / charactersPerPass);
      return original.call(this, json, ...rest);
    },
  }));
  replaceMethod(JSON, "stringify", (original) => ({
    stringify(value: unknown, replacer: unknown, space: unknown) {
      const names = isArray(replacer) ? new Set(Array.from(replacer, String)) : undefined;
      let isRoot = true;
      const charged = function (this: unknown, key: string, part: unknown) {
        budget().charge(isArray(part) ? part.length : 1);
        const isKept = isRoot || !names || isArray(this) || names.has(key);
        isRoot = false;
        if (!isKept) return undefined;
        return typeof replacer === "function" ? Reflect.apply(replacer, this, [key, part]) : part;
      };
      return checkedText(budget(), original.call(this, value, charged, space));
    },
  }));
}

function limitPatterns(budget: () => Budget): void {
  const NativeRegExp = RegExp;
  const check = (pattern: string) => {
    const risk = riskOfPattern(pattern);
    if (risk) budget().refuse(risk);
  };
  const prototype = String.prototype;
  for (const name of ["match", "matchAll", "search"] as const) {
    replaceMethod(prototype, name, (original) => ({
      [name](pattern: unknown) {
        // What has no method of its own for it becomes a regular expression.
        const isPattern = pattern === undefined || typeof Object(pattern)[Symbol[name]] === "function";
        if (isPattern) return original.call(this, pattern);
        const known = String(pattern);
        check(known);
        budget().patterns.add(new NativeRegExp(known).source);
        return original.call(this, known);
      },
    }));
  }
  replaceMethod(RegExp.prototype, "exec", () => ({ exec: chargedExec(budget) }));
  replaceConstructor(globalThis, "RegExp", (args) => {
    // A copy of one that is charged is charged as well.
    if (patternOf(args[0]) !== undefined) return;
    args[0] = args[0] === undefined ? "" : String(args[0]);
    check(args[0] as string);
    args[1] = args[1] === undefined ? "" : String(args[1]);
    budget().patterns.add(new NativeRegExp(args[0] as string, args[1] as string).source);
  });
  Reflect.deleteProperty(RegExp.prototype, "compile");
  for (const name of lastMatchProperties) Reflect.deleteProperty(RegExp, name);
}
