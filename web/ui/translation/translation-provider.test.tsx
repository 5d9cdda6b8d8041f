import { Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { describe, it } from "vitest";
import { knownOverrides, loadTranslation } from "./load-translation";
import { type TranslationProps, TranslationProvider } from "./translation-provider";
import { useTranslation } from "./use-translation";

function Words() {
  const t = useTranslation();
  return (
    <p lang={t.language}>
      {t("Sign in")}, {t("{count, plural, one {# person} other {# people}}", { count: 1 })}
    </p>
  );
}

/** What a server sends of the words, once they are there. */
async function show(props: TranslationProps): Promise<string> {
  const stream = await renderToReadableStream(
    <Suspense fallback="Loading">
      <TranslationProvider {...props}>
        <Words />
      </TranslationProvider>
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
    ["nl", '<p lang="en-US">Sign in, 1 person</p>'],
    [undefined, '<p lang="en-US">Sign in, 1 person</p>'],
  ] as const)("%s: %s", async ([lang, html], { expect }) => {
    expect(await show({ lang })).toContain(html);
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
