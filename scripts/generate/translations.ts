import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { type Language, languages } from "../../web/ui/translation/languages";
import { messageId } from "../../web/ui/translation/message-id";
import { REPOSITORY } from "../dev/wrangler";
import { dashboardMessages } from "./dashboard-messages";
import { sectionTexts } from "./dashboard-sections";

type Texts = Record<string, string>;

const FOLDER = "web/ui/translation";

const ORIGIN = "the translations";

/** Variants of a language, which have only what they write differently. */
export const variants: Partial<Record<Language, Language>> = { "fr-CA": "fr-FR", "pt-PT": "pt-BR" };

/** The English messages, with notes for translators. */
export const messages = readTexts(`${FOLDER}/messages.json`);

/** The texts of a language by the English ones, with those of the language that it is a variant of. */
export function textsOf(language: Language): Texts {
  const base = variants[language];
  return { ...(base && textsOf(base)), ...readTexts(`${FOLDER}/languages/${language}.json`) };
}

/** The catalogues that the pages load, by file: one of each language, and the ids of all messages, for checking overrides. */
export function catalogues(): Record<string, string> {
  const files = languages.map((language) => [
    `${FOLDER}/catalogues/${language}.ts`,
    catalogue(language === "en-US" ? englishPluralForms(Object.keys(messages)) : textsOf(language)),
  ]);
  const ids = Object.keys(messages).map(messageId);
  if (new Set(ids).size !== ids.length) throw new Error("Two messages have the same id: word one of them differently.");
  return {
    ...Object.fromEntries(files),
    [`${FOLDER}/catalogues/message-ids.ts`]: module(
      "messages.json",
      `/** The ids of all messages. */\nexport const messageIds = ${JSON.stringify(ids.join(" "))}.split(" ");`,
    ),
  };
}

const DASHBOARD = "web/dashboard/translation";
const PAGES_FROM_DASHBOARD = "../../../ui/translation";

/** The languages of the dashboard beside English: variants have the texts of the language that they are one of. */
export const dashboardLanguages = languages.filter((language) => language !== "en-US" && !variants[language]);

/** The dashboard's texts in a language, by the English ones. */
export function dashboardTexts(language: Language): Texts {
  return readTexts(`${DASHBOARD}/languages/${language}.json`);
}

/**
 * The catalogues of the dashboard, by file. Each language has one of the texts of the frame, its own and the components', and
 * one of each section with what the section has beyond those. English has its plural forms in one.
 */
export function dashboardCatalogues(): Record<string, string> {
  const { frame, sections } = sectionTexts(Object.keys(messages));
  const english = [...new Set([...dashboardMessages(), ...frame, ...Object.values(sections).flat()])].sort();
  if (new Set(english.map(messageId)).size !== english.length) {
    throw new Error("Two texts have the same id: word one of them differently.");
  }
  const code: Record<string, string> = {
    [`${DASHBOARD}/catalogues/en-US.ts`]: catalogueCode(englishPluralForms(english), PAGES_FROM_DASHBOARD),
  };
  for (const language of dashboardLanguages) {
    const texts = { ...textsOf(language), ...dashboardTexts(language) };
    const folder = `${DASHBOARD}/catalogues/${language}`;
    code[`${folder}.ts`] =
      `${catalogueCode(chosen(texts, frame), PAGES_FROM_DASHBOARD)}\n\n${sectionLoaders(language, Object.keys(sections))}`;
    for (const [section, own] of Object.entries(sections)) {
      code[`${folder}/${section}.ts`] = catalogueCode(chosen(texts, own), `../${PAGES_FROM_DASHBOARD}`);
    }
  }
  return generatedModules(ORIGIN, code);
}

/** The texts of a language that are among these. */
function chosen(texts: Texts, english: readonly string[]): Texts {
  return Object.fromEntries(
    english.flatMap((text) => {
      const translated = texts[text];
      return translated === undefined ? [] : [[text, translated]];
    }),
  );
}

function sectionLoaders(language: Language, sections: readonly string[]): string {
  const loaders = sections.map((section) => `"${section}": () => import("./${language}/${section}"),`);
  return `/** The catalogues of the sections. */\nexport const sections = {\n${loaders.join("\n")}\n};`;
}

/** English messages are their own text, which a browser splits at its placeholders; only plural forms have to be compiled. */
function englishPluralForms(english: readonly string[]): Texts {
  return Object.fromEntries(
    english.filter((message) => pluralForms.test(message)).map((message) => [message, message]),
  );
}

const pluralForms = /\{\w+,/;

function catalogue(texts: Texts): string {
  return module(ORIGIN, catalogueCode(texts, ".."));
}

/** @param folder of the types, as the catalogue's file names it */
function catalogueCode(texts: Texts, folder: string): string {
  const entries = Object.entries(texts).map(([message, text]) => [
    messageId(message),
    pluralForms.test(text) ? compileMessage(text) : text,
  ]);
  // A line for each text, however many there are.
  const object = JSON.stringify(Object.fromEntries(entries)).replace("{", "{\n");
  return `import type { Messages } from "${folder}/compiled-message";\n\nexport const messages: Messages = ${object};`;
}

function module(origin: string, code: string): string {
  return generatedModules(origin, { module: code }).module ?? "";
}

/** Modules by file, with a note of what they are made from, formatted in one go. */
function generatedModules(origin: string, code: Record<string, string>): Record<string, string> {
  const note = `// Generated by scripts/generate/translations.ts from ${origin}. Do not edit.\n`;
  const input = Object.values(code)
    .map((each) => `${note}${each}`)
    .join("\n");
  const formatted = execFileSync("biome", ["format", "--stdin-file-path=catalogue.ts"], {
    input,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const [, ...modules] = formatted.split(note);
  return Object.fromEntries(Object.keys(code).map((file, index) => [file, `${note}${modules[index]?.trimEnd()}\n`]));
}

function readTexts(file: string): Texts {
  const absolute = path.join(REPOSITORY, file);
  return existsSync(absolute) ? JSON.parse(readFileSync(absolute, "utf8")) : {};
}
