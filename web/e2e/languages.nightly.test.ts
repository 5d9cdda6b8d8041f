import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { languages } from "../ui/translation/languages";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, openSignedIn, sharedBrowser } from "./harness/browser";
import { cutTexts, PHONE } from "./harness/longest-texts";

// Each language on each page; `page-states` shows the longest text of all languages.

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** The pages that show something without a user and a code. */
const publicPages = [
  "sign-in",
  "sign-up",
  "forgot-password",
  "password-reset",
  "email-verification",
  "magic-link-callback",
  "team-invitation",
  "cli-auth-confirm",
  "sign-out",
  "error",
];

const sections = ["profile", "auth", "notifications", "sessions", "settings", "team-creation"];

async function openSection(page: Page, section: string): Promise<void> {
  await page.evaluate((hash) => window.location.assign(hash), `#${section}`);
  await page.locator(`a[href="#${section}"][aria-current=page]`).waitFor({ state: "attached" });
  await page.locator("section h2").first().waitFor({ state: "attached" });
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
}

describe("at the width of a phone", () => {
  it.for(languages)("%s: no text of a page is cut", async (language, { expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.setViewportSize(PHONE);
    const problems: string[] = [];
    for (const name of publicPages) {
      await page.goto(`/handler/${name}?lang=${language}`);
      await page.locator("h1").first().waitFor();
      problems.push(...(await cutTexts(page)).map((text) => `${name}: ${text}`));
    }
    expect(problems).toEqual([]);
  });

  it.for(languages)("%s: no text of account settings is cut", async (language, { expect }) => {
    const page = await openSignedIn(browser, gatehouse, await newOwner(gatehouse));
    await page.setViewportSize(PHONE);
    const problems: string[] = [];
    await page.goto(`/handler/account-settings?lang=${language}`);
    for (const section of sections) {
      await openSection(page, section);
      problems.push(...(await cutTexts(page)).map((text) => `${section}: ${text}`));
    }
    expect(problems).toEqual([]);
  });
});

/** What is wrong with a page from right to left, at the width of a desktop and of a phone. */
async function problemsOf(page: Page, name: string): Promise<string[]> {
  const problems = await accessibilityProblems(page);
  if ((await page.locator("html").getAttribute("dir")) !== "rtl") problems.push("not from right to left");
  const hidden = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (hidden > 0) problems.push(`${hidden} px wider than the window`);
  return problems.map((problem) => `${name}: ${problem}`);
}

describe("from right to left", () => {
  it.for(["ar", "he-IL"])("%s: each page is mirrored, in the window and accessible", async (language, { expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    const problems: string[] = [];
    for (const name of publicPages) {
      await page.goto(`/handler/${name}?lang=${language}`);
      await page.locator("h1").first().waitFor();
      problems.push(...(await problemsOf(page, name)));
    }
    expect(problems).toEqual([]);
  });

  it.for(["ar", "he-IL"])("%s: account settings are, section by section", async (language, { expect }) => {
    const page = await openSignedIn(browser, gatehouse, await newOwner(gatehouse));
    const problems: string[] = [];
    await page.goto(`/handler/account-settings?lang=${language}`);
    for (const section of sections) {
      await openSection(page, section);
      problems.push(...(await problemsOf(page, section)));
    }
    expect(problems).toEqual([]);
  });
});

describe("the landing page", () => {
  it("is in the language that is chosen on it, mirrored, and so is what follows", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "Authentication and user management for your app" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Language of this page English" }).click();
    await page.getByRole("combobox", { name: "Language of this page" }).selectOption("العربية");
    await page.getByRole("heading", { level: 1, name: "المصادقة وإدارة المستخدمين لتطبيقك" }).waitFor();
    expect(await problemsOf(page, "landing page")).toEqual([]);
    await page.reload();
    await page.getByRole("link", { name: "تسجيل الدخول" }).first().click();
    await page.getByRole("heading", { level: 1, name: "تسجيل الدخول", exact: true }).waitFor();
    await page.goto("/no-such-page");
    await page.getByRole("heading", { name: "الصفحة غير موجودة" }).waitFor();
  });

  it.for(languages)("%s: no text of it is cut at the width of a phone", async (language, { expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.setViewportSize(PHONE);
    await page.goto(`/?lang=${language}`);
    await page.locator("h1").waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(language);
    expect(await cutTexts(page)).toEqual([]);
  });
});
