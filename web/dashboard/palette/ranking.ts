import type { ComponentType } from "react";

/** Holds what the palette offers. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Beside the label, such as an email address. */
  readonly detail?: string;
  /** Another name, which finds it as the whole label does. */
  readonly alias?: string | undefined;
  /** Other words that find it. */
  readonly keywords?: string;
  /** Names what it destroys by words of which a search has to have one, such as "delete, remove". */
  readonly verbs?: string;
  /** The server has found it, by more than what is shown. */
  readonly isFound?: boolean;
  readonly icon: ComponentType<{ "aria-hidden": "true" }>;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** Returns what a search finds: groups and their commands, the best first. Without a search all keep their order. */
export function ranked(query: string, groups: readonly CommandGroup[]): CommandGroup[] {
  const scored = groups.map(({ heading, commands }) => {
    const found = commands
      .map((command) => ({ command, score: scoreOf(query, command) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    return { heading, commands: found.map(({ command }) => command), best: found[0]?.score ?? 0 };
  });
  return scored.filter(({ best }) => best > 0).sort((a, b) => b.best - a.best);
}

/** Returns how well a command meets a search: by its whole name, its beginning, its words, or its other words; 0 for not at all. */
function scoreOf(query: string, { label, alias = "", keywords = "", verbs, isFound }: Command): number {
  const parts = wordsOf(query);
  if (verbs !== undefined && !parts.some((part) => begins(part, wordsOf(verbs)))) return 0;
  const words = wordsOf(label);
  const [searched, named] = [parts.join(" "), words.join(" ")];
  if (parts.length === 0) return 1;
  if (searched === named || searched === wordsOf(alias).join(" ")) return 6;
  // There is a name for nearly any word: who means a page or a setting types the beginning of its name as well.
  if (isFound) return parts.every((part) => words.includes(part)) ? 4.5 : matches(query, label) ? 2.5 : 1;
  if (named.startsWith(searched)) return 5;
  if (parts.every((part) => begins(part, words))) return 4;
  const others = wordsOf([label, keywords, verbs].join(" "));
  // A phrase among the other words is meant more than the same words scattered.
  if (phrasesOf(keywords).some((phrase) => phrase.startsWith(searched))) return 3;
  return parts.every((part) => begins(part, others)) ? 2 : 0;
}

/** Tells whether each word of `query` begins a word of `text`, whatever their case and accents. */
export function matches(query: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((part) => begins(part, words));
}

/** Scripts without spaces between words, whose texts are found by any part of them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function begins(part: string, words: readonly string[]): boolean {
  return words.some((word) => (unspaced.test(part) ? word.includes(part) : word.startsWith(part)));
}

/** Returns the phrases of a list of words, which commas separate. */
function phrasesOf(text: string): string[] {
  return text.split(/[,、，]/).map((phrase) => wordsOf(phrase).join(" "));
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== "");
}
