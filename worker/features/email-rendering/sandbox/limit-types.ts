import { type } from "arktype";
import type { Budget } from "./budget";
import { replaceMethod } from "./replace-method";

/** Counts what arktype does for a type, in passes of a loop: it makes nodes, asks for their kind, and compares each with others. */
const costs = { preparseNode: 100, hasKind: 10, equals: 2 };

/** Sets what a value costs that does not fit its type. */
const perError = 50;

/** Charges for the types that sources define by what arktype does, which may be the square of their size. */
export function limitTypes(budget: () => Budget): void {
  for (const [name, cost] of Object.entries(costs)) {
    charge(budget, holderOf(name === "preparseNode" ? type.$ : type.string, name), name, cost);
  }
  charge(budget, type.errors.prototype, "add", perError);
}

function charge(budget: () => Budget, holder: object, name: string, cost: number): void {
  replaceMethod(holder, name, (original) => ({
    [name](...args: unknown[]) {
      budget().charge(cost);
      return Reflect.apply(original, this, args);
    },
  }));
  // No source takes the charge away.
  Object.defineProperty(holder, name, { writable: false, configurable: false });
}

/** The prototype that has a method. @throws Error where arktype has it no longer */
function holderOf(value: object, name: string): object {
  for (let holder: object | null = value; holder; holder = Object.getPrototypeOf(holder)) {
    if (Object.hasOwn(holder, name)) return holder;
  }
  throw new Error(`arktype has no method ${name}`);
}
