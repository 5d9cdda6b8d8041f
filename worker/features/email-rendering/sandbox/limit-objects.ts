import type { Budget } from "./budget";
import { nativeIsArray } from "./nested-arrays";
import { replaceMethod } from "./replace-method";

const { ownKeys } = Reflect;

/** Returns what it takes to go through the properties of a value once: a pass of a loop for each. */
export function costOfProperties(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return nativeIsArray(value) ? value.length : ownKeys(value).length;
}

/** Charges for what goes through all properties of objects in one step. */
export function limitObjects(budget: () => Budget): void {
  for (const [holder, names] of [
    [Object, ["keys", "values", "entries", "getOwnPropertyNames", "getOwnPropertyDescriptors", "assign", "freeze"]],
    [Object, ["seal", "isFrozen", "isSealed", "preventExtensions", "defineProperties", "getOwnPropertySymbols"]],
    [Reflect, ["ownKeys"]],
  ] as const) {
    for (const name of names) {
      replaceMethod(holder, name, (original) => ({
        [name](...args: unknown[]) {
          for (const arg of args) budget().charge(costOfProperties(arg));
          return Reflect.apply(original, this, args);
        },
      }));
    }
  }
}
