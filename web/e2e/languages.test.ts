import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { languages } from "../ui/translation/languages";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { openSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const phone = { width: 390, height: 844 };

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

/** The texts that are cut, or wider than the window, but for names that people chose (`<bdi>`). Runs in the page. */
function cutTexts(): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility() &&
    !element.closest(".sr-only, [aria-hidden=true], svg, select") &&
    element.querySelector("bdi") === null;
  const isCut = (element: Element) => {
    const { right, left } = element.getBoundingClientRect();
    const hides = getComputedStyle(element).overflowX !== "visible";
    const isTruncated = hides && element.scrollWidth > element.clientWidth + 1;
    return isTruncated || right > window.innerWidth + 1 || left < -1;
  };
  return [...document.querySelectorAll("h1, h2, p, a, button, label, span, li, td, th")]
    .filter((element) => element.textContent?.trim() && isShown(element) && isCut(element))
    .map((element) => `${element.tagName}: ${element.textContent}`);
}

const shown = (page: Page) => page.locator("h1").first().waitFor();

describe("the language of the handler pages", () => {
  it("is that of ?lang=, on the pages that follow as well", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in?lang=de");
    await page.getByRole("heading", { level: 1, name: "Anmelden", exact: true }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de-DE");
    await expect.poll(() => page.title()).toMatch(/^Anmelden · /);
    await page.getByRole("link", { name: "Konto erstellen" }).click();
    await page.getByRole("heading", { level: 1, name: "Konto erstellen", exact: true }).waitFor();
    await page.getByRole("button", { name: "Konto erstellen" }).click();
    await page.getByText("Gib deine E-Mail-Adresse ein.").waitFor();
  });

  it("is the best of the browser's without it", async ({ expect }) => {
    const context = await browser.newContext({ baseURL: gatehouse.webUrl, locale: "fr-CA" });
    const page = await context.newPage();
    await page.goto("/handler/sign-in");
    await page.getByRole("heading", { level: 1, name: "Se connecter", exact: true }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("fr-CA");
    await context.close();
  });
});

describe("at the width of a phone", () => {
  it.for(languages)("%s: no text of a page is cut", async (language, { expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.setViewportSize(phone);
    const problems: string[] = [];
    for (const name of publicPages) {
      await page.goto(`/handler/${name}?lang=${language}`);
      await shown(page);
      problems.push(...(await page.evaluate(cutTexts)).map((text) => `${name}: ${text}`));
    }
    expect(problems).toEqual([]);
  });

  it.for(languages)("%s: no text of account settings is cut", async (language, { expect }) => {
    const page = await openSignedIn(browser, gatehouse, await newOwner(gatehouse));
    await page.setViewportSize(phone);
    const problems: string[] = [];
    await page.goto(`/handler/account-settings?lang=${language}`);
    for (const section of sections) {
      await page.evaluate((hash) => window.location.assign(hash), `#${section}`);
      await page.locator(`a[href="#${section}"][aria-current=page]`).waitFor({ state: "attached" });
      await page.locator("section h2").first().waitFor({ state: "attached" });
      await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      problems.push(...(await page.evaluate(cutTexts)).map((text) => `${section}: ${text}`));
    }
    expect(problems).toEqual([]);
  });
});

describe("in a document from right to left", () => {
  it("the sign-in page is mirrored, without overflow and accessibly", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await shown(page);
    const offsets = () =>
      page.evaluate(() => {
        const label = document.querySelector("label")?.getBoundingClientRect();
        const field = document.querySelector("input")?.getBoundingClientRect();
        if (!label || !field) throw new Error("There is no field.");
        return { start: Math.round(label.left - field.left), end: Math.round(field.right - label.right) };
      });
    const before = await offsets();
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    const after = await offsets();
    expect(after).toEqual({ start: before.end, end: before.start });
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
