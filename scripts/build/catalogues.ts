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
 * Each section of the dashboard's catalogues is a module of its own (`de-DE.json?section=users`). Those of the pages and of the
 * frame get the texts of the components, too. A variant of a language takes from that language the texts that it lacks.
 */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    // Each message would be an export, and a module that is loaded when it is needed keeps all its exports.
    config: () => ({ json: { namedExports: false } }),
    load: {
      filter: { id: /\/web\/(ui\/translation\/.+\.json|dashboard\/translation\/.+\.json\?section=.+)$/ },
      handler(id) {
        const [file = "", ofSection] = id.split("?section=");
        const read = (from: string, section?: string): Texts => {
          this.addWatchFile(from);
          const catalogue = JSON.parse(readFileSync(from, "utf8"));
          return section ? catalogue[section] : catalogue;
        };
        const texts = Object.entries(file === LIST ? read(LIST) : completed(file, ofSection, read));
        // No page shows the notes of the list.
        const byId = texts.map(([message, text]) => [messageId(message), file === LIST ? "" : text]);
        return { code: JSON.stringify(Object.fromEntries(byId)), moduleType: "json" };
      },
    },
  };
}

function completed(
  catalogue: string,
  section: string | undefined,
  read: (file: string, section?: string) => Texts,
): Texts {
  const { dir: folder, name: language, base: name } = path.parse(catalogue);
  const base = variants[language as Language];
  return {
    ...(base && completed(path.join(folder, `${base}.json`), section, read)),
    ...((!section || section === "frame") && read(path.join(COMPONENTS, name))),
    ...read(catalogue, section),
  };
}
