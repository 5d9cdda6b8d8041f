import { messageId } from "./message-id";
import type { Messages } from "./message-writer";
import messages from "./messages.json";

/** Own texts by the English ones that they replace, in whatever language. */
export type TranslationOverrides = Readonly<Record<string, string>>;

/**
 * Own texts by the ids of the messages that they replace.
 *
 * @throws Error where `overrides` has a key that is no English text of the pages
 */
export function byId(overrides: TranslationOverrides): Messages {
  const unknown = Object.keys(overrides).find((text) => !isMessage(text));
  if (unknown !== undefined) {
    throw new Error(
      `Invalid translation override: Original key "${unknown}" not found. Keys are the English texts of the pages, with their placeholders.`,
    );
  }
  return Object.fromEntries(Object.entries(overrides).map(([text, own]) => [messageId(text), own]));
}

/** Those of the overrides whose key is a text of the pages: for texts that were stored, perhaps for an earlier version. */
export function known(overrides: TranslationOverrides): TranslationOverrides {
  return Object.fromEntries(Object.entries(overrides).filter(([text]) => isMessage(text)));
}

/** The build has the ids of the messages as keys. */
function isMessage(text: string): boolean {
  return Object.hasOwn(messages, messageId(text));
}
