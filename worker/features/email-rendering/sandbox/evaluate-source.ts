import type { Budget } from "./budget";
import { importedFrom } from "./importable";
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
  /** What is spread in an object, charged if it is long. */
  properties(line: number, spread: unknown): unknown;
  /** The same value, if it is no text of an impossible length. */
  text(line: number, value: unknown): unknown;
}

/** The default export of a compiled source. */
export type CompiledSource = (runtime: SourceRuntime, globals: object, console: object) => void;

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
      if (Array.isArray(spread) || typeof spread === "string") at(line).charge(spread.length);
      return spread;
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
