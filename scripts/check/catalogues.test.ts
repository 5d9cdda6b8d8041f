import { globSync } from "node:fs";
import { describe, it } from "vitest";
import { dashboardLanguages } from "../../web/dashboard/translation/languages";
import { type Language, languages, variants } from "../../web/ui/translation/languages";
import { messageId } from "../../web/ui/translation/message-id";
import { messageWriter } from "../../web/ui/translation/message-writer";
import {
  catalogueIn,
  dashboardPages,
  dashboardTexts,
  landingTexts,
  modulesFrom,
  stringsIn,
  type Texts,
  textsIn,
} from "../testing/catalogues";

const messages = Object.keys(catalogueIn("web/ui/translation/messages.json"));
const translated = languages.filter((language) => language !== "en-US");

const ofArea = (area: "components" | "pages", language: Language) =>
  catalogueIn(`web/ui/translation/catalogues/${area}/${language}.json`);

const components = Object.keys(ofArea("components", "de-DE"));

/** The texts of the dashboard in English, by section. */
const inEnglish = Object.fromEntries(
  Object.entries(dashboardTexts).map(([section, texts]) => [section, Object.keys(texts)]),
);
const { frame = [], ...sections } = inEnglish;

/** Returns what the pages show in a language: a variant has the rest of its texts from the language that it is a variant of. */
function pagesTexts(language: Language): Texts {
  const base = variants[language];
  return { ...(base && pagesTexts(base)), ...ofArea("components", language), ...ofArea("pages", language) };
}

const alphabetical = (texts: readonly string[]) => texts.toSorted((one, other) => one.localeCompare(other, "en"));

describe("messages.json", () => {
  it("lists no message that no page shows", ({ expect }) => {
    const files = globSync("web/{ui,react,site,embed}/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] });
    const strings = new Set(files.flatMap(stringsIn));
    expect(messages.filter((message) => !strings.has(message))).toEqual([]);
  });

  it("is in alphabetical order, so that each message has one place", ({ expect }) => {
    expect(messages).toEqual(alphabetical(messages));
  });
});

describe("the catalogues of the pages", () => {
  it.for(translated)("%s: have each message in one of the two, in alphabetical order", (language, { expect }) => {
    const own = [ofArea("components", language), ofArea("pages", language)].map(Object.keys);
    expect(own).toEqual(own.map(alphabetical));
    expect(new Set(own.flat()).size).toBe(own.flat().length);
    expect(Object.keys(pagesTexts(language)).toSorted()).toEqual(messages.toSorted());
    if (!variants[language]) expect(own[0]).toEqual(components);
  });

  it.for(translated)("%s: keep placeholders, elements, and the end of a message", (language, { expect }) => {
    expect(wronglyWritten(pagesTexts(language), language)).toEqual([]);
  });

  it("of a variant have only what differs", ({ expect }) => {
    for (const [language, base] of Object.entries(variants) as [Language, Language][]) {
      const own = Object.entries({ ...ofArea("components", language), ...ofArea("pages", language) });
      const texts = pagesTexts(base);
      expect(own.filter(([message, text]) => texts[message] === text)).toEqual([]);
    }
  });
});

describe("the texts of the dashboard", () => {
  const sectionsWithTexts = Object.entries(dashboardTexts);
  const translations = Object.values(dashboardTexts).flatMap((texts) => Object.entries(texts));

  it.for(sectionsWithTexts)("%s: are in each language, in alphabetical order", ([, texts], { expect }) => {
    expect(Object.keys(texts)).toEqual(alphabetical(Object.keys(texts)));
    for (const [text, own] of Object.entries(texts))
      expect(Object.keys(own), text).toEqual(dashboardLanguages.toSorted());
  });

  it.for(dashboardLanguages)("%s: keep placeholders, elements, and the end of a text", (language, { expect }) => {
    const wrong = Object.values(dashboardTexts).flatMap((texts) => wronglyWritten(textsIn(texts, language), language));
    expect(wrong).toEqual([]);
  });

  it("are those of the components where a language words them differently, in the frame", ({ expect }) => {
    const differs = (text: string) =>
      dashboardLanguages.some((language) => dashboardTexts.frame?.[text]?.[language] !== pagesTexts(language)[text]);
    expect(frame.filter((text) => messages.includes(text) && !differs(text))).toEqual([]);
    expect(Object.values(sections).flatMap((texts) => texts.filter((text) => messages.includes(text)))).toEqual([]);
  });

  it("of more than two sections are in the frame, and of two in both, with the same translations", ({ expect }) => {
    const all = Object.values(sections).flat();
    const count = Map.groupBy([...frame, ...frame, ...all], (text) => text);
    expect(all.filter((text) => (count.get(text)?.length ?? 0) > 2)).toEqual([]);
    const firsts = new Map(translations.toReversed());
    for (const [text, own] of translations) expect(own, text).toEqual(firsts.get(text));
  });
});

describe("the texts of the landing page", () => {
  const written = translated.filter((language) => !variants[language]).toSorted();

  it("are in all languages, in alphabetical order, and shown", ({ expect }) => {
    const shown = stringsIn("web/site/landing-page.tsx");
    expect(Object.keys(landingTexts)).toEqual(alphabetical(Object.keys(landingTexts)));
    for (const [text, translations] of Object.entries(landingTexts)) {
      expect(Object.keys(translations).toSorted(), text).toEqual(written);
      expect(shown, text).toContain(text);
      expect(messages, text).not.toContain(text);
    }
  });

  it.for(written)("%s: keep placeholders, elements, and the end of a text", (language, { expect }) => {
    expect(wronglyWritten(textsIn(landingTexts, language), language)).toEqual([]);
  });
});

describe("a part of the dashboard", () => {
  const known = new Set([...messages, ...Object.values(inEnglish).flat()]);
  const shownBy = (entries: readonly string[]) => {
    const files = new Set(entries.flatMap((entry) => [...modulesFrom(entry)]));
    return new Set([...files].flatMap(stringsIn).filter((string) => known.has(string)));
  };
  const pages = dashboardPages();
  const entriesOf = (area: string) => pages.flatMap(({ section, file }) => (section === area ? [file] : []));
  const entriesOfFrame = ["web/dashboard/frame/frame.ts"];

  it("is each section that the routes name, whose pages are in its folder", ({ expect }) => {
    expect(new Set(pages.map(({ section }) => section))).toEqual(new Set(Object.keys(sections)));
    expect(pages.filter(({ section, file }) => !file.startsWith(`web/dashboard/${section}/`))).toEqual([]);
  });

  it("has the texts of all that it may show, in its section, the frame or the components", ({ expect }) => {
    const lacking = (entries: readonly string[], own: readonly string[]) => {
      const loaded = new Set([...components, ...frame, ...own]);
      return [...shownBy(entries)].filter((text) => !loaded.has(text));
    };
    // The command palette loads those of the settings that it finds.
    expect(lacking(entriesOfFrame, sections["sign-in-methods"] ?? [])).toEqual([]);
    for (const [section, own] of Object.entries(sections)) {
      expect(lacking(entriesOf(section), own), section).toEqual([]);
    }
  });

  it("has no text that it never shows", ({ expect }) => {
    for (const [section, own] of Object.entries(sections)) {
      const shown = shownBy(entriesOf(section));
      expect(
        own.filter((text) => !shown.has(text)),
        section,
      ).toEqual([]);
    }
    const shown = shownBy([...entriesOfFrame, ...pages.map(({ file }) => file)]);
    expect(frame.filter((text) => !shown.has(text))).toEqual([]);
  });
});

describe("the id of a message", () => {
  it("is that of no other", ({ expect }) => {
    const all = [...new Set([...messages, ...Object.keys(landingTexts), ...Object.values(inEnglish).flat()])];
    expect(new Set(all.map(messageId)).size).toBe(all.length);
  });
});

/** The texts that lose a placeholder, an element, or a question mark, colon or ellipsis at the end. */
function wronglyWritten(texts: Texts, language: Language): [string, string][] {
  const write = messageWriter(language);
  const values = Object.fromEntries(
    Object.keys(texts)
      .flatMap(namesIn)
      .map((name) => [name, 1_234]),
  );
  const ends: [RegExp, RegExp][] = [
    [/\?$/, /[?？؟]$/],
    [/:$/, /[:：]$/],
    [/…$/, /…$/],
  ];
  return Object.entries(texts).filter(
    ([message, text]) =>
      namesIn(message).join() !== namesIn(text).join() ||
      ends.some(([end, translatedEnd]) => end.test(message) && !translatedEnd.test(text)) ||
      // What stays between braces, such as a plural form without its end, was not read.
      [message, text].some((each) => /^$|\{\w/.test(write(each, values))),
  );
}

/** The placeholders and elements of a text, in alphabetical order: they may stand in another one. */
function namesIn(text: string): string[] {
  const withoutForms = text.replace(/\b(zero|one|two|few|many|other) \{/g, "");
  return [...withoutForms.matchAll(/\{(\w+)[,}]|<\/?(\w+)>/g)]
    .map(([, placeholder, element]) => placeholder ?? element ?? "")
    .toSorted();
}
