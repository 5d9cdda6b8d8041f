import type { Setting } from "../forms/config-document";

/** Says what is wrong with a text that should be JSON. */
export interface JsonProblem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly kind: "syntax" | "repeated";
  /** Holds what stands there, or the name that is repeated. */
  readonly found: string;
}

/** A JSON text with the line of each value by its path, such as `auth.allowSignUp`. */
export type ParsedJson =
  | { readonly value: Setting; readonly lines: ReadonlyMap<string, number>; readonly problem?: undefined }
  | { readonly problem: JsonProblem };

class Refusal {
  constructor(
    readonly at: number,
    readonly kind: JsonProblem["kind"],
    readonly found: string,
  ) {}
}

/**
 * Parses JSON. Unlike `JSON.parse` it has the line of every value and of every problem in all browsers. It refuses an object with
 * the same name twice, because one value would be lost.
 */
export function parseJson(text: string): ParsedJson {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;
  let counted = 0;

  /** The line of a position that is no smaller than those before. */
  function lineOf(position: number): number {
    for (; counted < position; counted++) if (text[counted] === "\n") line++;
    return line;
  }

  function skipSpace() {
    while (/[ \t\r\n]/.test(text[at] ?? "")) at++;
  }

  function refuse(position = at): never {
    throw new Refusal(position, "syntax", text.slice(position, position + 20).split(/\s/)[0] ?? "");
  }

  function expect(character: string) {
    skipSpace();
    if (text[at] !== character) refuse();
    at++;
  }

  /** A string, a number, true, false or null: all that has no parts. */
  function scalar(): string | number | boolean | null {
    const [token] = /^("(?:[^"\\]|\\.)*"|[-\w.+]+)/.exec(text.slice(at, nextEnd(text, at))) ?? refuse();
    try {
      const value = JSON.parse(token as string) as string | number | boolean | null;
      at += (token as string).length;
      return value;
    } catch {
      return refuse();
    }
  }

  /** The parts of an object or an array, up to its closing bracket. */
  function parts(close: string, part: () => void) {
    at++;
    skipSpace();
    if (text[at] === close) {
      at++;
      return;
    }
    for (;;) {
      part();
      skipSpace();
      if (text[at] === close) break;
      expect(",");
    }
    at++;
  }

  function value(path: string): Setting {
    skipSpace();
    if (text[at] === "[") {
      const items: Setting[] = [];
      parts("]", () => items.push(value(`${path}.${items.length}`)));
      return items;
    }
    if (text[at] !== "{") return scalar();
    const entries = new Map<string, Setting>();
    parts("}", () => {
      skipSpace();
      const start = at;
      const name = text[at] === '"' ? String(scalar()) : refuse();
      if (entries.has(name)) throw new Refusal(start, "repeated", name);
      const below = path === "" ? name : `${path}.${name}`;
      lines.set(below, lineOf(start));
      expect(":");
      entries.set(name, value(below));
    });
    return Object.fromEntries(entries);
  }

  try {
    const parsed = value("");
    skipSpace();
    if (at < text.length) refuse();
    return { value: parsed, lines };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const before = text.slice(0, error.at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { problem: { line: before.length, column, kind: error.kind, found: error.found } };
  }
}

/** Returns where the line of a position ends: no string or number goes on after it. */
function nextEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
