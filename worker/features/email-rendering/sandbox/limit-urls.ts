import type { Budget } from "./budget";
import { costOfProperties } from "./limit-objects";
import { replaceConstructor, replaceMethod } from "./replace-method";

/** Sets what reading an address or parameters costs, and how many of their characters cost one pass. */
const perAddress = 5;
const charactersPerPass = 5;

/** Characters of an address that is put together anew, and parameters that are gone through, at the cost of one pass. */
const charactersPerChange = 100;
const parametersPerPass = new Map([
  ["append", 10],
  ["sort", 0.5],
]);
const parametersPerOther = 2;

/** Charges for addresses and their parameters, which are read, searched and put together in single steps. */
export function limitUrls(budget: () => Budget): void {
  const chargeArguments = (args: unknown[]) => {
    for (const [index, arg] of args.entries()) {
      const isText = typeof arg !== "object" || arg === null || arg instanceof URL;
      if (isText && arg !== undefined) args[index] = String(arg);
      const cost = isText ? String(args[index]).length / charactersPerPass : costOfProperties(arg);
      budget().charge(perAddress + cost);
    }
  };
  limitParameters(budget);
  for (const [name, { set, get }] of Object.entries(Object.getOwnPropertyDescriptors(URL.prototype))) {
    if (!set) continue;
    Object.defineProperty(URL.prototype, name, {
      get,
      set(this: URL, value: unknown) {
        const text = String(value);
        budget().charge(this.href.length / charactersPerChange + text.length / charactersPerPass);
        Reflect.apply(set, this, [text]);
      },
    });
  }
  for (const name of ["canParse", "parse"]) {
    replaceMethod(URL, name, (original) => ({
      [name](...args: unknown[]) {
        chargeArguments(args);
        return original.apply(this, args);
      },
    }));
  }
  for (const name of ["URL", "URLSearchParams"]) replaceConstructor(globalThis, name, chargeArguments);
}

function limitParameters(budget: () => Budget): void {
  const { prototype } = URLSearchParams;
  const sizeOf = Object.getOwnPropertyDescriptor(prototype, "size")?.get;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== "function" || name === "constructor") continue;
    replaceMethod(prototype, name, (original) => ({
      [name](...args: unknown[]) {
        const size = Number(sizeOf && Reflect.apply(sizeOf, this, [])) || 0;
        budget().charge(1 + size / (parametersPerPass.get(name) ?? parametersPerOther));
        const made = Reflect.apply(original, this, args);
        if (name === "toString") budget().charge(String(made).length / charactersPerPass);
        return made;
      },
    }));
  }
}
