import { describe, it } from "vitest";
import { chooseLanguage } from "./languages";

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
    ["nl", "en-US"],
    ["no tag", "en-US"],
    ["", "en-US"],
    ["nl-BE,fr-BE;q=0.9,en;q=0.8", "fr-FR"],
    ["en;q=0.1, *, de;q=0.7", "de-DE"],
  ] as const)("%s: %s", ([preferred, language], { expect }) => {
    expect(chooseLanguage(preferred)).toBe(language);
  });

  it("takes the first of a browser's languages that there are texts for", ({ expect }) => {
    expect(chooseLanguage(["nl-NL", "ja", "en"])).toBe("ja-JP");
    expect(chooseLanguage([])).toBe("en-US");
  });
});
