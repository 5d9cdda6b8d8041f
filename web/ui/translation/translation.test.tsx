import { createElement, Suspense, use } from "react";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { describe, it } from "vitest";
import { knownOverrides } from "./known-overrides";
import { chooseLanguage, directionOf } from "./languages";
import { loadTranslation } from "./load-translation";
import { messageId } from "./message-id";
import { english, translation } from "./translate";
import { type TranslationProps, TranslationProvider } from "./translation-provider";
import { LanguageChoiceContext, useTranslation } from "./use-translation";

describe("chooseLanguage", () => {
  it.for([
    ["de", "de-DE"],
    ["de-AT", "de-DE"],
    ["DE-de", "de-DE"],
    ["en-GB", "en-US"],
    ["fr-CH", "fr-FR"],
    ["fr-CA", "fr-CA"],
    ["pt", "pt-BR"],
    ["pt-AO", "pt-PT"],
    ["zh", "zh-CN"],
    ["zh-SG", "zh-CN"],
    ["zh-HK", "zh-TW"],
    ["zh-Hant", "zh-TW"],
    ["ar-EG", "ar"],
    ["he", "he-IL"],
    ["iw", "he-IL"],
    ["nl-BE", "nl-NL"],
    ["in", "id-ID"],
    ["tr", "tr-TR"],
    ["sv", "en-US"],
    ["no tag", "en-US"],
    ["", "en-US"],
    ["sv-SE,fr-BE;q=0.9,en;q=0.8", "fr-FR"],
    ["en;q=0.1, *, de;q=0.7", "de-DE"],
  ] as const)("%s: %s", ([preferred, language], { expect }) => {
    expect(chooseLanguage(preferred)).toBe(language);
  });

  it("takes the first of a browser's languages that there are texts for", ({ expect }) => {
    expect(chooseLanguage(["sv-SE", "ja", "en"])).toBe("ja-JP");
    expect(chooseLanguage([])).toBe("en-US");
  });
});

describe("directionOf", () => {
  it("is from right to left for Arabic and Hebrew, and left to the page around for all others", ({ expect }) => {
    expect(["ar", "he-IL", "de-DE", "fa-IR"].map(directionOf)).toEqual(["rtl", "rtl", undefined, undefined]);
  });
});

const german = translation("de-DE", {
  [messageId("New to {project}? <signUp>Create an account</signUp>")]:
    "<signUp>Konto bei {project} erstellen</signUp>, falls Sie neu sind",
});

const asLink = (text: unknown) => createElement("a", null, text as string);

describe("a message", () => {
  it("is its own English text", ({ expect }) => {
    expect(english("Sign in")).toBe("Sign in");
  });

  it("takes the values of its placeholders, whatever they look like", ({ expect }) => {
    expect(english("Remove {email}?", { email: "{email}<a>\\u0041" })).toBe("Remove {email}<a>\\u0041?");
  });

  it("isolates values where the language runs from right to left, so that they take nothing of it with them", ({
    expect,
  }) => {
    const arabic = translation("ar", { [messageId("Remove {email}?")]: "إزالة {email}؟" });
    expect(arabic("Remove {email}?", { email: "ada@mail.example" })).toBe("إزالة \u2068ada@mail.example\u2069؟");
    const element = arabic.rich("Remove {email}?", { email: <b>ada@mail.example</b> });
    expect(renderToStaticMarkup(element)).toBe("إزالة \u2068<b>ada@mail.example</b>\u2069؟");
  });

  it("has the plural forms of its language", ({ expect }) => {
    const people = (count: number) => english("{count, plural, one {# person} other {# people}}", { count });
    expect([people(0), people(1), people(1_234)]).toEqual(["0 people", "1 person", "1,234 people"]);
  });

  it("has forms for numbers of their own, and # for the number inside of plural forms alone", ({ expect }) => {
    const people = "{count, plural, one {# person} other {# people}}";
    const own = translation("de-DE", {
      [messageId(people)]: "#{count, plural, =0 {niemand} one {# Person} other {# von {count}}}",
    });
    expect([0, 1, 1_234].map((count) => own(people, { count }))).toEqual(["#niemand", "#1 Person", "#1.234 von 1234"]);
  });

  it("has as it is what is no placeholder, nor a plural form with its end", ({ expect }) => {
    // Attack: the own text of a project breaks the page for all of its users.
    const texts = [
      "An object: { … }",
      "} {",
      "{count, plural, one {# person",
      "{count, plural, }",
      "{count, select, other {#}}",
    ];
    for (const text of texts) expect(translation("en-US", { [messageId("Sign in")]: text })("Sign in")).toBe(text);
  });

  it("is English where the catalogue lacks it", ({ expect }) => {
    expect(german("Use at most {max} characters.", { max: 5 })).toBe("Use at most 5 characters.");
  });

  it("does not compile without an entry in messages.json, nor without the values that it needs", ({ expect }) => {
    // @ts-expect-error: there is no such message
    expect(english("Sgn in")).toBe("Sgn in");
    // @ts-expect-error: `max` is missing
    expect(english("Use at most {max} characters.")).toBe("Use at most  characters.");
    // @ts-expect-error: the plural form needs `count`
    expect(english("{count, plural, one {# person} other {# people}}", { number: 1 })).toContain("people");
  });
});

describe("a message with elements", () => {
  it("puts nodes in the order of the translation", ({ expect }) => {
    const html = german.rich("New to {project}? <signUp>Create an account</signUp>", {
      project: createElement("b", null, "Acme"),
      signUp: asLink,
    });
    expect(renderToStaticMarkup(html)).toBe("<a>Konto bei <b>Acme</b> erstellen</a>, falls Sie neu sind");
  });

  it("has the text alone of an element that it does not have in English", ({ expect }) => {
    // Attack: the own text of a project breaks the page for all of its users.
    const own = translation("en-US", {
      [messageId("New to {project}? <signUp>Create an account</signUp>")]:
        "New? <b>Create</b> <constructor>one</constructor>",
    });
    const html = own.rich("New to {project}? <signUp>Create an account</signUp>", { project: "Acme", signUp: asLink });
    expect(renderToStaticMarkup(html)).toBe("New? Create one");
  });

  it("has nothing in place of an empty element that is no value of the message", ({ expect }) => {
    // Attack: the own text of a project names what every object inherits, or a link without its text, and the page does not render.
    const own = translation("en-US", {
      [messageId("New to {project}? <signUp>Create an account</signUp>")]:
        "New to {project}?<__proto__/><constructor/><signUp/><b/> <signUp>Join</signUp>",
    });
    const html = own.rich("New to {project}? <signUp>Create an account</signUp>", { project: "Acme", signUp: asLink });
    expect(renderToStaticMarkup(html)).toBe("New to Acme? <a>Join</a>");
  });

  it("does not read elements in the text of a value", ({ expect }) => {
    // Attack: a team whose name is markup puts words of its own into the links of the page.
    const html = english.rich("New to {project}? <signUp>Create an account</signUp>", {
      project: "<signUp>free money</signUp><project/>",
      signUp: asLink,
    });
    expect(renderToStaticMarkup(html)).toBe(
      "New to &lt;signUp&gt;free money&lt;/signUp&gt;&lt;project/&gt;? <a>Create an account</a>",
    );
  });
});

function Words() {
  const t = useTranslation();
  return (
    <p lang={t.language}>
      {t("Sign in")}, {t("{count, plural, one {# person} other {# people}}", { count: 1 })}
    </p>
  );
}

function Choice() {
  return use(LanguageChoiceContext) === null ? "fixed" : "to be chosen";
}

/** Returns what a server sends of the words, or of other content, once it is there. */
async function show(props: TranslationProps, content = <Words />): Promise<string> {
  const stream = await renderToReadableStream(
    <Suspense fallback="Loading">
      <TranslationProvider {...props}>{content}</TranslationProvider>
    </Suspense>,
    { onError: () => undefined },
  );
  await stream.allReady;
  return (await new Response(stream).text()).replaceAll("<!-- -->", "");
}

describe("TranslationProvider on a server", () => {
  it.for([
    ["de", '<p lang="de-DE">Anmelden, 1 Person</p>'],
    ["fr-CA", '<p lang="fr-CA">Se connecter, 1 personne</p>'],
    ["ja-JP", '<p lang="ja-JP">サインイン, 1 人</p>'],
    ["zh-Hant-HK", '<p lang="zh-TW">登入, 1 人</p>'],
    ["iw", '<p lang="he-IL">התחברות, אדם אחד</p>'],
    ["sv", '<p lang="en-US">Sign in, 1 person</p>'],
    [undefined, '<p lang="en-US">Sign in, 1 person</p>'],
  ] as const)("%s: %s", async ([lang, html], { expect }) => {
    expect(await show({ lang })).toContain(html);
  });

  it("lets people choose the language, unless the website has fixed it", async ({ expect }) => {
    const shown = (props: TranslationProps) => show(props, <Choice />);
    expect([
      await shown({}),
      await shown({ lang: "de" }),
      await shown({ lang: "de", onLanguageChange: () => undefined }),
    ]).toEqual([
      expect.stringContaining("to be chosen"),
      expect.stringContaining("fixed"),
      expect.stringContaining("to be chosen"),
    ]);
  });

  it("writes a language that was loaded before without a fallback", async ({ expect }) => {
    await loadTranslation("it-IT");
    expect(await show({ lang: "it-IT" })).not.toContain("Loading");
  });

  it("writes own texts in place of the English ones, in whatever language", async ({ expect }) => {
    const translationOverrides = { "Sign in": "Come in" };
    expect(await show({ lang: "en", translationOverrides })).toContain(">Come in, 1 person<");
    expect(await show({ lang: "de", translationOverrides })).toContain(">Come in, 1 Person<");
  });

  it("leaves out stored texts that no page has any more", async ({ expect }) => {
    expect(await knownOverrides({ "Log in": "Come in", "Sign in": "Come in" })).toEqual({ "Sign in": "Come in" });
  });

  it("rejects an override of a text that no page has", async ({ expect }) => {
    await expect(loadTranslation("en", { "Log in": "Come in" })).rejects.toThrow(
      'Invalid translation override: Original key "Log in" not found.',
    );
  });
});
