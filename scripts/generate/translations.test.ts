import { globSync, readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { languages } from "../../web/ui/translation/languages";
import { messageId } from "../../web/ui/translation/message-id";
import { catalogues, messages, textsOf, variants } from "./translations";

const source = globSync("web/{ui,react,site,embed}/**/*.{ts,tsx}", {
  exclude: ["**/*.test.*", "web/ui/translation/catalogues/**"],
})
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const english = Object.keys(messages);
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
    const ends: [RegExp, RegExp][] = [
      [/\?$/, /[?？]$/],
      [/:$/, /[:：]$/],
      [/…$/, /…$/],
    ];
    const differing = Object.entries(textsOf(language)).filter(([message, text]) =>
      ends.some(([end, translated]) => end.test(message) && !translated.test(text)),
    );
    expect(differing).toEqual([]);
  });

  it("of a variant has only what differs", ({ expect }) => {
    for (const [language, base] of Object.entries(variants)) {
      const own = JSON.parse(readFileSync(`web/ui/translation/languages/${language}.json`, "utf8"));
      const same = Object.keys(own).filter((message) => own[message] === textsOf(base)[message]);
      expect(same).toEqual([]);
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

/** The placeholders and elements of a text, in alphabetical order: they may stand in another one. */
function namesIn(text: string): string {
  const withoutForms = text.replace(/\b(zero|one|two|few|many|other) \{/g, "");
  return [...withoutForms.matchAll(/\{(\w+)[,}]|<\/?(\w+)>/g)]
    .map(([, placeholder, element]) => placeholder ?? element)
    .toSorted()
    .join();
}
