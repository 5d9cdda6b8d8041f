import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";

// Tests how a language is chosen and loaded. That no text is cut is in `page-states`, by the longest text of all languages.

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

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

describe("in a document from right to left", () => {
  it("the sign-in page is mirrored, without overflow and accessibly", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await page.locator("h1").first().waitFor();
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
