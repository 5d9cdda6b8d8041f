import type { Budget } from "./budget";
import { importedFrom } from "./importable";
import { costOfProperties } from "./limit-objects";
import type { SourceExports } from "./render-mail";
import { SourceError, type SourceFile } from "./rendering-error";

/** What `rewriteModule` writes into a source: how it imports and exports, and how it pays for its work. */
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
  /** What is spread in an object, taken apart or gone through by name, charged by its properties. */
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
