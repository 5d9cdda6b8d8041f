import { readFile } from "node:fs/promises";
import path from "node:path";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { languages } from "../../ui/translation/languages";
import { messagesOf } from "../../ui/translation/load-translation";
import { messageId } from "../../ui/translation/message-id";
import type { Messages } from "../../ui/translation/message-writer";

/** The catalogue of a language that there is not: each text is the longest of all its translations, as it is shown. */
export async function longestTexts(): Promise<Messages> {
  const english = JSON.parse(await readFile(path.join(REPOSITORY, "web/ui/translation/messages.json"), "utf8"));
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
function widthOf(message: string): number {
  const text = message.replace(/<\/?\w+>|\{\w+(?:, plural,)?|\w+ \{|\}/g, "");
  return [...text].reduce(
    (width, letter) => width + (/[\u1100-\u11ff\u2e80-\ud7ff\uff00-\uff60]/.test(letter) ? 2 : 1),
    0,
  );
}
