import type { Budget } from "./budget";
import { costOfProperties } from "./limit-objects";
import type { SourceExports } from "./render-email";
import { SourceError, type SourceFile } from "./rendering-error";
import "./arktype-settings";
import * as components from "@react-email/components";
import * as arktype from "arktype";
import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import { type AllowedModule, isAllowedModule } from "./allowed-modules";
import * as emails from "./emails-module";

/** Lists what `rewriteModule` writes into a source: how it imports and exports, and how it pays for its work. */
interface SourceRuntime {
  /** One export of a module, or all of them. */
  require(line: number, module: string, name?: string): unknown;
  exports: SourceExports;
  charge(line: number): void;
  enter(line: number): void;
  enterAsync(line: number): void;
  leave(): void;
  /** The elements of what is spread, each charged. */
  spread(line: number, spread: unknown): unknown;
  /** The same regular expression, whose searches are charged from now on. */
  pattern(line: number, pattern: RegExp): RegExp;
  /** Returns what is spread in an object, taken apart or gone through by name, charged by its properties. */
  properties(line: number, spread: unknown): unknown;
  /** The same value, which is compared or read as a number: charged if it is a long text. */
  operand(line: number, value: unknown): unknown;
  /** The same value, if it is no text of an impossible length. */
  text(line: number, value: unknown): unknown;
}

/** The default export of a compiled source. */
export type CompiledSource = (runtime: SourceRuntime, globals: object, console: object) => void;

/** Characters that are compared, or read as a number, at the cost of one pass of a loop. */
const operandCharacters = 100;

const silent = () => {};
const silentConsole = Object.freeze({ debug: silent, error: silent, info: silent, log: silent, warn: silent });

/** Evaluates a compiled source, with variables of its own. @throws whatever it throws */
export function evaluateSource(source: CompiledSource, file: SourceFile, budget: Budget): SourceExports {
  const exports: SourceExports = {};
  source({ exports, ...runtimeOf(file, budget) }, Object.freeze({}), silentConsole);
  return exports;
}

function runtimeOf(file: SourceFile, budget: Budget): Omit<SourceRuntime, "exports"> {
  const at = (line: number) => {
    budget.place = { file, line };
    return budget;
  };
  return {
    require(line, module, name) {
      const imported = importedFrom(module, name);
      if (!imported.found) throw new SourceError(`"${module}" has no export "${name}".`, file, line);
      return imported.value;
    },
    charge: (line) => at(line).charge(),
    enter: (line) => at(line).enter(),
    enterAsync: (line) => at(line).enterAsync(),
    leave: () => budget.leave(),
    spread(line, spread) {
      at(line).charge();
      const isIterable = typeof spread === "object" && spread !== null && Symbol.iterator in spread;
      return isIterable ? chargedElements(spread as Iterable<unknown>, budget) : spread;
    },
    pattern(line, pattern) {
      at(line).patterns.add(pattern.source);
      return pattern;
    },
    properties(line, spread) {
      at(line).charge(costOfProperties(spread));
      return spread;
    },
    operand(line, value) {
      if (typeof value === "string") at(line).charge(value.length / operandCharacters);
      return value;
    },
    text(line, value) {
      if (typeof value === "string") at(line).checkText(value.length);
      return value;
    },
  };
}

function* chargedElements(iterable: Iterable<unknown>, budget: Budget) {
  for (const element of iterable) {
    budget.charge();
    yield element;
  }
}

/** The modules that a source may import, as its `require` gives them. */
const modules: Record<AllowedModule, Record<string, unknown>> = {
  react: importable(react),
  "react/jsx-runtime": importable(jsxRuntime),
  "@react-email/components": importable(components),
  arktype: importable(arktype),
  "@stackframe/emails": importable(emails),
};

/** Returns what an import of a compiled source becomes: one export of a module, or all of them. */
function importedFrom(module: string, name?: string): { found: boolean; value: unknown } {
  if (!isAllowedModule(module)) return { found: false, value: undefined };
  const exports = modules[module];
  return name === undefined
    ? { found: true, value: exports }
    : { found: Object.hasOwn(exports, name), value: exports[name] };
}

/** A copy, without what a library keeps for itself: React's internals are state that outlives an email. */
function importable(module: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(module).filter(([name]) => !name.startsWith("__") && name !== "default");
  const exports = Object.fromEntries(own);
  // The default export of React is all of it.
  return { ...exports, default: exports };
}

/** Everything that sources get from libraries and that no library changes. */
export const frozenModules: object[] = [
  modules.react,
  modules["react/jsx-runtime"],
  modules["@react-email/components"],
  modules["@stackframe/emails"],
];
