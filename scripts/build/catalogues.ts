import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { type Language, variants } from "../../web/ui/translation/languages.ts";
import { messageId } from "../../web/ui/translation/message-id.ts";
import { REPOSITORY } from "../platform/wrangler.ts";

/** The list of the pages' texts, with notes for translators. */
const LIST = path.join(REPOSITORY, "web/ui/translation/messages.json");

/** The catalogues of texts that both the pages and the dashboard show, by language. */
const COMPONENTS = path.join(REPOSITORY, "web/ui/translation/catalogues/components");

type Texts = Readonly<Record<string, string>>;

/**
 * Writes translation catalogues by the ids of their messages. As keys, the English texts would add a third to the gzipped size.
 * Each language of a section of the dashboard, and of the landing page, is a module of its own (`users.json?language=de-DE`). Those of the pages and of
 * the frame get the texts of the components, too. A variant of a language takes from that language the texts that it lacks.
 */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    // Each message would be an export, and a module that is loaded when it is needed keeps all its exports.
    config: () => ({ json: { namedExports: false } }),
    load: {
      filter: { id: /\/web\/(ui\/translation\/.+\.json|(dashboard\/translation|site)\/.+\.json\?language=.+)$/ },
      handler(id) {
        const [file = "", language] = id.split("?language=");
        const read = <Read = Texts>(from: string): Read => {
          this.addWatchFile(from);
          return JSON.parse(readFileSync(from, "utf8"));
        };
        const texts = language
          ? textsOfSection(file, language, read)
          : file === LIST
            ? read(LIST)
            : ofPages(file, read);
        // No page shows the notes of the list.
        const byId = Object.entries(texts).map(([message, text]) => [messageId(message), file === LIST ? "" : text]);
        return { code: JSON.stringify(Object.fromEntries(byId)), moduleType: "json" };
      },
    },
  };
}

function textsOfSection(file: string, language: string, read: <Read = Texts>(from: string) => Read): Texts {
  const texts = Object.entries(read<Record<string, Texts>>(file)).map(([text, translations]) => [
    text,
    translations[language],
  ]);
  const isFrame = path.basename(file) === "frame.json";
  return { ...(isFrame && read(path.join(COMPONENTS, `${language}.json`))), ...Object.fromEntries(texts) };
}

function ofPages(catalogue: string, read: (from: string) => Texts): Texts {
  const { dir: folder, name: language, base: name } = path.parse(catalogue);
  const base = variants[language as Language];
  return {
    ...(base && ofPages(path.join(folder, `${base}.json`), read)),
    ...read(path.join(COMPONENTS, name)),
    ...read(catalogue),
  };
}
