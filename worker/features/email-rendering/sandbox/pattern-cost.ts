/** A quantifier, and what makes it lazy. */
const quantifier = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/;

/** Matches one character: a class, an escape or the character itself. */
const character = /^(?:\\(?:k<[^>]*>|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|\d+|.)|\[(?:\\.|[^\]\\])*\]|.)/is;
const unicodeCharacter =
  /^(?:\\(?:[pPu]\{[^}]*\}|k<[^>]*>|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|\d+|.)|\[(?:\\.|[^\]\\])*\]|.)/isu;

/** Matches no character, what another part matched, or, by old rules, several characters. */
const ofAnyLength = /^(?:[$^]|\\[bB\dk])/;

/** Syntax by which flags change inside of a pattern: what repeats there cannot be measured alone. */
const modifiers = /\(\?[a-z-]+:/;

const groupStart = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/;

/** Describes how a text looks to the parts of a pattern. Both take time in proportion to the text. */
export interface TextProfile {
  length: number;
  /** Is true if the pattern has the flag u. */
  isUnicode: boolean;
  /** Returns how many characters in a row match one part of a pattern, at most. */
  longestRun(part: string): number;
  /** Returns at how many places of the text these parts match. */
  places(parts: string): number;
}

/**
 * Computes an upper bound of the steps that a backtracking search of a whole text takes. It multiplies the places where a match
 * can begin by the ways in which parts of the pattern can share the characters that follow.
 *
 * @returns steps; Infinity where they are exponential
 */
export function stepsOfPattern(pattern: string, text: TextProfile): number {
  if (modifiers.test(pattern)) return Number.POSITIVE_INFINITY;
  const { ways } = alternatives(pattern, 0, text);
  return text.places(headOf(pattern, text)) * ways;
}

/** The ways of what stands between two parentheses, those of its alternative with most ways, and where it ends. */
function alternatives(pattern: string, start: number, text: TextProfile) {
  const all: number[] = [];
  let ways = 1;
  let at = start;
  while (at < pattern.length && pattern[at] !== ")") {
    if (pattern[at] === "|") {
      all.push(ways);
      ways = 1;
      at += 1;
      continue;
    }
    const part = partAt(pattern, at, text);
    const repeated = quantifierAt(pattern, part.end);
    ways *= repeated ? waysToRepeat(part, repeated) : part.ways;
    at = part.end + (repeated?.length ?? 0);
  }
  all.push(ways);
  return { ways: all.reduce((sum, each) => sum + each, 0), maxWays: Math.max(...all), end: at };
}

interface Part {
  ways: number;
  maxWays: number;
  end: number;
  longestRun: () => number;
}

function waysToRepeat({ ways, maxWays, longestRun }: Part, { min, max }: Quantifier): number {
  const times = Math.min(max, longestRun());
  // Of the alternatives of what repeats more or less often, only one can match: `riskOfPattern` refuses others.
  const each = max > Math.max(min, 1) ? maxWays : ways;
  return each === 1 ? times + 1 : each ** times + 1;
}

function partAt(pattern: string, at: number, text: TextProfile): Part {
  const opening = groupStart.exec(pattern.slice(at))?.[0];
  if (opening) {
    const group = alternatives(pattern, at + opening.length, text);
    return { ...group, end: group.end + 1, longestRun: () => text.length };
  }
  const atom = characterAt(pattern, at, text);
  const longestRun = () => (ofAnyLength.test(atom) ? text.length : text.longestRun(atom));
  return { ways: 1, maxWays: 1, end: at + atom.length, longestRun };
}

function characterAt(pattern: string, at: number, { isUnicode }: TextProfile): string {
  return (isUnicode ? unicodeCharacter : character).exec(pattern.slice(at))?.[0] ?? pattern.slice(at, at + 1);
}

interface Quantifier {
  length: number;
  min: number;
  max: number;
}

function quantifierAt(pattern: string, at: number): Quantifier | undefined {
  const [all, sign, min, comma, max] = quantifier.exec(pattern.slice(at)) ?? [];
  if (all === undefined) return undefined;
  const length = all.length;
  if (sign) return { length, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
  return {
    length,
    min: Number(min),
    max: comma ? (max ? Number(max) : Number.POSITIVE_INFINITY) : Number(min),
  };
}

/** The characters with which every match begins; none where alternatives or a group come first. */
function headOf(pattern: string, text: TextProfile): string {
  if (hasAlternatives(pattern, text)) return "";
  let at = 0;
  while (at < pattern.length && pattern[at] !== "(") {
    const atom = characterAt(pattern, at, text);
    if (/^\\[\dk]/.test(atom)) break;
    const repeated = quantifierAt(pattern, at + atom.length);
    if (repeated) return repeated.min > 0 ? pattern.slice(0, at + atom.length) : pattern.slice(0, at);
    at += atom.length;
  }
  return pattern.slice(0, at);
}

/** Tells whether the pattern has alternatives outside of its groups. */
function hasAlternatives(pattern: string, text: TextProfile): boolean {
  let depth = 0;
  for (let at = 0; at < pattern.length; ) {
    const atom = characterAt(pattern, at, text);
    if (atom === "(") depth += 1;
    if (atom === ")") depth -= 1;
    if (atom === "|" && depth === 0) return true;
    at += atom.length;
  }
  return false;
}
