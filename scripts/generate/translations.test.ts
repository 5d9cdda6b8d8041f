import { globSync, readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { languages } from "../../web/ui/translation/languages";
import { messageId } from "../../web/ui/translation/message-id";
import { dashboardMessages } from "./dashboard-messages";
import { dashboardSections, sectionTexts } from "./dashboard-sections";
import {
  catalogues,
  dashboardCatalogues,
  dashboardLanguages,
  dashboardTexts,
  messages,
  textsOf,
  variants,
} from "./translations";

const source = globSync("web/{ui,react,site,embed}/**/*.{ts,tsx}", {
  exclude: ["**/*.test.*", "web/ui/translation/catalogues/**"],
})
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const english = Object.keys(messages);
const dashboardEnglish = dashboardMessages();
const others = languages.filter((language) => language !== "en-US");

describe("messages.json", () => {
  it("lists no message that no page shows", ({ expect }) => {
    expect(english.filter((message) => !source.includes(JSON.stringify(message)))).toEqual([]);
  });

  it("is in alphabetical order, so that each message has one place", ({ expect }) => {
    expect(english).toEqual(english.toSorted((one, other) => one.localeCompare(other, "en")));
  });
});

describe("a translation", () => {
  it.for(others)("%s: has each message, with its placeholders and elements, and no other", (language, { expect }) => {
    const texts = textsOf(language);
    expect(Object.keys(texts).toSorted()).toEqual(english.toSorted());
    const differing = Object.entries(texts).filter(([message, text]) => namesIn(message) !== namesIn(text));
    expect(differing).toEqual([]);
  });

  it.for(others)("%s: keeps the end of a message: a question, a colon, an ellipsis", (language, { expect }) => {
    expect(endingOtherwise(textsOf(language))).toEqual([]);
  });

  it("of a variant has only what differs", ({ expect }) => {
    for (const [language, base] of Object.entries(variants)) {
      const own = JSON.parse(readFileSync(`web/ui/translation/languages/${language}.json`, "utf8"));
      const same = Object.keys(own).filter((message) => own[message] === textsOf(base)[message]);
      expect(same).toEqual([]);
    }
  });
});

describe("a translation of the dashboard", () => {
  it.for(dashboardLanguages)(
    "%s: has each text, its own or that of the components, and no other",
    (language, { expect }) => {
      const own = dashboardTexts(language);
      const all = { ...textsOf(language), ...own };
      expect(dashboardEnglish.filter((text) => !(text in all))).toEqual([]);
      expect(Object.keys(own).filter((text) => !dashboardEnglish.includes(text))).toEqual([]);
    },
  );

  it.for(dashboardLanguages)("%s: keeps placeholders, elements, and the end of a text", (language, { expect }) => {
    const own = dashboardTexts(language);
    expect(Object.entries(own).filter(([text, translated]) => namesIn(text) !== namesIn(translated))).toEqual([]);
    expect(endingOtherwise(own)).toEqual([]);
  });

  it.for(dashboardLanguages)("%s: has only what the components word differently", (language, { expect }) => {
    const shared = textsOf(language);
    expect(Object.entries(dashboardTexts(language)).filter(([text, own]) => shared[text] === own)).toEqual([]);
  });
});

describe("the catalogues of the dashboard", () => {
  const { frame, sections } = sectionTexts(english);
  const generated = dashboardCatalogues();

  it("have each text of the dashboard, in the frame's or in a section's", ({ expect }) => {
    const all = new Set([...frame, ...Object.values(sections).flat()]);
    expect(dashboardEnglish.filter((text) => !all.has(text))).toEqual([]);
  });

  it("are one for each module of pages", ({ expect }) => {
    const entries = globSync("web/dashboard/**/*pages.ts", { exclude: ["web/dashboard/translation/**"] });
    expect(
      dashboardSections()
        .map(({ entry }) => entry)
        .toSorted(),
    ).toEqual(entries.toSorted());
  });

  it("have the texts of a section's dialogs and of the components in it, without those of other sections", ({
    expect,
  }) => {
    const { users = [], webhooks = [] } = sections;
    expect(users).toContain("Shown columns");
    expect(webhooks).not.toContain("Shown columns");
    expect(frame).toEqual(expect.arrayContaining(["Account settings", "Overview", "Search and commands"]));
    expect(users.filter((text) => frame.includes(text))).toEqual([]);
    expect(sections.appearance).toContain(english.find((text) => text.includes("privacy policy")));
  });

  it.for(dashboardLanguages)("%s: translate each text of the frame and of the sections", (language, { expect }) => {
    const folder = `web/dashboard/translation/catalogues/${language}`;
    const lacking = (file: string, texts: readonly string[]) =>
      texts.filter((text) => !new RegExp(`\\b${messageId(text)}\\b`).test(generated[file] ?? ""));
    expect(lacking(`${folder}.ts`, frame)).toEqual([]);
    for (const [section, texts] of Object.entries(sections)) {
      expect(lacking(`${folder}/${section}.ts`, texts)).toEqual([]);
    }
  });
});

describe("the catalogues", () => {
  it("name each message by an id of its own, and compile plural forms", ({ expect }) => {
    expect(new Set(english.map(messageId)).size).toBe(english.length);
    const people = messageId("{count, plural, one {# person} other {# people}}");
    expect(catalogues()["web/ui/translation/catalogues/de-DE.ts"]).toMatch(
      new RegExp(`"?${people}"?: \\[\\s*\\["count", "plural"`),
    );
  });
});

/** The texts whose translation loses a question mark, a colon or an ellipsis at the end. */
function endingOtherwise(texts: Record<string, string>): [string, string][] {
  const ends: [RegExp, RegExp][] = [
    [/\?$/, /[?？]$/],
    [/:$/, /[:：]$/],
    [/…$/, /…$/],
  ];
  return Object.entries(texts).filter(([message, text]) =>
    ends.some(([end, translated]) => end.test(message) && !translated.test(text)),
  );
}

/** The placeholders and elements of a text, in alphabetical order: they may stand in another one. */
function namesIn(text: string): string {
  const withoutForms = text.replace(/\b(zero|one|two|few|many|other) \{/g, "");
  return [...withoutForms.matchAll(/\{(\w+)[,}]|<\/?(\w+)>/g)]
    .map(([, placeholder, element]) => placeholder ?? element)
    .toSorted()
    .join();
}
