import { beforeEach, describe, it, vi } from "vitest";
import { messages as englishForms } from "./catalogues/en-US";

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
  it("has the texts of the frame, and those of sections from when they are opened", async ({ expect }) => {
    const { loadDashboardTranslation, loadSectionTexts } = await freshModule();
    const t = await loadDashboardTranslation("de-DE", englishForms);
    expect([t("Overview"), t("Shown columns")]).toEqual(["Übersicht", "Shown columns"]);
    await loadSectionTexts("users");
    expect([t("Overview"), t("Shown columns")]).toEqual(["Übersicht", "Angezeigte Spalten"]);
    expect(await loadDashboardTranslation("de-DE", englishForms)).toBe(t);
  });

  it("has the plural forms of its language, and of English", async ({ expect }) => {
    const { loadDashboardTranslation, loadSectionTexts } = await freshModule();
    const text = "{count, plural, one {# user selected} other {# users selected}}";
    await loadSectionTexts("users");
    const german = await loadDashboardTranslation("de-DE", englishForms);
    const english = await loadDashboardTranslation("en-US", englishForms);
    expect([german(text, { count: 1 }), english(text, { count: 2 })]).toEqual([
      "1 Benutzer ausgewählt",
      "2 users selected",
    ]);
  });

  it("in another language has the texts of all sections that were opened", async ({ expect }) => {
    const { loadDashboardTranslation, loadSectionTexts } = await freshModule();
    await loadSectionTexts("users");
    const t = await loadDashboardTranslation("fr-CA", englishForms);
    expect([t.language, t("Shown columns")]).toEqual(["fr-CA", "Colonnes affichées"]);
  });

  it("is read by `use` without waiting again once it is loaded, at each render", async ({ expect }) => {
    const { loadDashboardTranslation } = await freshModule();
    const loading = loadDashboardTranslation("de-DE", englishForms);
    const translate = await loading;
    expect(loadDashboardTranslation("de-DE", englishForms)).toBe(loading);
    expect(loading).toMatchObject({ status: "fulfilled", value: translate });
  });
});
