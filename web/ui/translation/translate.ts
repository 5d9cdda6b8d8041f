import { createElement, Fragment, type ReactNode } from "react";
import { directionOf } from "./languages";
import type { Message, Parts, Values } from "./message";
import { messageId } from "./message-id";
import { type Messages, messageWriter } from "./message-writer";

type Named = Record<string, unknown>;

/** Writes the messages of the pages in one language. */
export type Translate = {
  <Text extends Message>(message: Text, ...values: Values<Text>): string;
  /** A message with elements in it: links, names that a person chose. The texts of placeholders are never markup. */
  rich<Text extends Message>(message: Text, parts: Parts<Text, ReactNode>): ReactNode;
  /** As a BCP 47 tag, for `Intl` and for the `lang` attribute. */
  readonly language: string;
};

/** Translates by the messages of a language, which may grow. What they lack is written in English. */
export function translation(language: string, messages: Messages): Translate {
  const write = messageWriter(language);
  // Addresses and names would take the end of a sentence with them (Unicode's isolates).
  const around = directionOf(language) ? (marker: string) => `\u2068${marker}\u2069` : (marker: string) => marker;
  const marked = (message: string, values: Named) =>
    write(messages[messageId(message)] || message, markers(values, around));
  return Object.assign(
    (message: Message, values: Named = {}) =>
      marked(message, values).replace(/<(\w+)\/>/g, (marker, name) =>
        Object.hasOwn(values, name) ? String(values[name]) : marker,
      ),
    { rich: (message: Message, parts: Named) => weave(marked(message, parts), parts), language },
  );
}

/** The pages' own language: that of the messages in the source. */
export const english = /* @__PURE__ */ translation("en-US", {});

/**
 * Puts a marker in place of each value, so that no text of a value is read as part of a message. Numbers stay as they are,
 * because plural forms need them.
 */
function markers(parts: Named, around: (marker: string) => string): Named {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, typeof part === "number" ? part : around(`<${name}/>`)]),
  );
}

const element = /<(\w+)\/>|<(\w+)>(.*?)<\/\2>/;

/** The text with its markers and elements replaced by the parts of these names. */
function weave(text: string, parts: Named): ReactNode {
  const nodes: ReactNode[] = [];
  const pieces = text.split(element);
  for (let index = 0; index < pieces.length; index += 4) {
    const [plain, placeholder, name, inside = ""] = pieces.slice(index, index + 4);
    nodes.push(plain);
    // Own texts of a website may have names that the message does not have, such as those that every object inherits.
    const key = placeholder ?? name;
    const part = key && Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (placeholder && typeof part !== "function") nodes.push(part as ReactNode);
    if (name) nodes.push(typeof part === "function" ? part(weave(inside, parts)) : weave(inside, parts));
  }
  return createElement(Fragment, null, ...nodes);
}
