import type { Messages } from "../../ui/translation/compiled-message";
import { languages } from "../../ui/translation/languages";
import { messagesOf } from "../../ui/translation/load-translation";
import { messageId } from "../../ui/translation/message-id";
import english from "../../ui/translation/messages.json" with { type: "json" };

/** The catalogue of a language that there is not: each text is the longest of all its translations, as it is shown. */
export async function longestTexts(): Promise<Messages> {
  const catalogues = await Promise.all(languages.map(messagesOf));
  return Object.fromEntries(
    Object.keys(english).map((text) => {
      const id = messageId(text);
      const translations = catalogues.map((messages) => messages[id] ?? text);
      return [id, translations.reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one))];
    }),
  );
}

/** Chinese, Japanese and Korean letters are twice as wide as others. */
function widthOf(message: unknown): number {
  const text = shownText(message).replace(/<\/?\w+>|\{\w+\}/g, "");
  return [...text].reduce(
    (width, letter) => width + (/[\u1100-\u11ff\u2e80-\ud7ff\uff00-\uff60]/.test(letter) ? 2 : 1),
    0,
  );
}

/** A compiled message has its plural forms in lists and objects. */
function shownText(message: unknown): string {
  if (typeof message === "string") return message;
  if (Array.isArray(message) && typeof message[1] === "string" && typeof message[2] === "object") {
    return shownText(
      Object.values(message[2] as object).reduce((one, other) =>
        shownText(other).length > shownText(one).length ? other : one,
      ),
    );
  }
  return Array.isArray(message) ? message.map(shownText).join("") : "";
}
