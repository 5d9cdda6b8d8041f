import type { ReactNode } from "react";

/** Holds what the palette offers. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Beside the label, such as an email address. */
  readonly detail?: string;
  /** Other words that find it. */
  readonly keywords?: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** Holds what a search finds. */
export interface FoundCommands {
  readonly groups: readonly CommandGroup[];
  /** Is true if the server is still searching. */
  readonly isSearching: boolean;
}

/** The commands of a group that a search finds by their label or their other words. */
export function matching(query: string, { heading, commands }: CommandGroup): CommandGroup {
  return {
    heading,
    commands: commands.filter(({ label, keywords = "" }) => matches(query, `${label} ${keywords}`)),
  };
}

/** Tells whether each word of `query` begins a word of `text`, whatever their case and accents. */
export function matches(query: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== "");
}
