import { beforeEach, describe, it, vi } from "vitest";
import { dashboardTexts } from "../../../scripts/testing/catalogues";
import { english } from "./english";
import type { PlainMessage, Section } from "./message";

let languages: readonly string[];

/** The module as a page loads it, once. */
async function freshModule() {
  vi.resetModules();
  return await import("./load-translation");
}

beforeEach(() => {
  languages = ["de"];
  vi.stubGlobal("navigator", {
    ...navigator,
    get languages() {
      return languages;
    },
  });
  return () => vi.unstubAllGlobals();
});

describe("the dashboard's translation", () => {
  it("has the texts of the frame and of the components, and those of sections from when they are opened", async ({
    expect,
  }) => {
    const { loadDashboardTranslation, loadSectionTexts } = await freshModule();
    const t = await loadDashboardTranslation("de-DE");
    expect(t("Cancel")).toBe("Abbrechen");
    expect([t("Overview"), t("Shown columns")]).toEqual(["Übersicht", "Shown columns"]);
    await loadSectionTexts("users");
    expect([t("Overview"), t("Shown columns")]).toEqual(["Übersicht", "Angezeigte Spalten"]);
    expect(await loadDashboardTranslation("de-DE")).toBe(t);
  });

  it.for(Object.entries(dashboardTexts))("has the texts of the section %s", async ([section, texts], { expect }) => {
    const { loadDashboardTranslation, loadSectionTexts } = await freshModule();
    await loadSectionTexts(section as Section);
    const t = await loadDashboardTranslation("de-DE");
    const plain = Object.entries(texts).filter(([text]) => !/[{<]/.test(text));
    expect(plain.map(([text]) => t(text as PlainMessage))).toEqual(plain.map(([, own]) => own["de-DE"]));
  });

  it("has the plural forms of its language, and of English", async ({ expect }) => {
    const { loadDashboardTranslation, loadSectionTexts } = await freshModule();
    const text = "{count, plural, one {# user selected} other {# users selected}}";
    await loadSectionTexts("users");
    const german = await loadDashboardTranslation("de-DE");
    const english = await loadDashboardTranslation("en-US");
    expect([german(text, { count: 1 }), english(text, { count: 2 })]).toEqual([
      "1 Benutzer ausgewählt",
      "2 users selected",
    ]);
  });

  it("is in the language that was chosen on the site's pages, where it has that", async ({ expect }) => {
    vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "gatehouse-language" ? chosen : null) });
    let chosen = "ja-JP";
    expect((await freshModule()).dashboardLanguage()).toBe("ja-JP");
    chosen = "ar";
    expect((await freshModule()).dashboardLanguage()).toBe("de-DE");
  });

  it("in another language has the texts of all sections that were opened", async ({ expect }) => {
    const { loadDashboardTranslation, loadSectionTexts } = await freshModule();
    await loadSectionTexts("users");
    const t = await loadDashboardTranslation("fr-CA");
    expect([t.language, t("Shown columns")]).toEqual(["fr-CA", "Colonnes affichées"]);
  });

  it("does not compile with a text that is in no catalogue", ({ expect }) => {
    // @ts-expect-error: there is no such text
    expect(english("Shwon columns")).toBe("Shwon columns");
  });

  it("is read by `use` without waiting again once it is loaded, at each render", async ({ expect }) => {
    const { loadDashboardTranslation } = await freshModule();
    const loading = loadDashboardTranslation("de-DE");
    const translate = await loading;
    expect(loadDashboardTranslation("de-DE")).toBe(loading);
    expect(loading).toMatchObject({ status: "fulfilled", value: translate });
  });
});
