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

describe("from right to left", () => {
  it("a sign-in page that was English is mirrored in Arabic, but for what is typed, which it keeps", async ({
    expect,
  }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    const email = page.locator("input[name=email]");
    await email.fill("ada@mail.example");
    const label = page.locator("label").first();
    const inset = async (side: "left" | "right") => {
      const edge = (element: Element, of: "left" | "right") => Math.round(element.getBoundingClientRect()[of]);
      return Math.abs((await label.evaluate(edge, side)) - (await email.evaluate(edge, side)));
    };
    expect([await inset("left"), (await inset("right")) > 100]).toEqual([0, true]);
    await page.getByRole("button", { name: "Language of this page English" }).click();
    await page.getByRole("combobox", { name: "Language of this page" }).selectOption("العربية");
    await page.getByRole("heading", { level: 1, name: "تسجيل الدخول", exact: true }).waitFor();
    const html = page.locator("html");
    expect([await html.getAttribute("lang"), await html.getAttribute("dir")]).toEqual(["ar", "rtl"]);
    expect([await inset("right"), (await inset("left")) > 100]).toEqual([0, true]);
    expect(await email.inputValue()).toBe("ada@mail.example");
    const directions = await page
      .locator("input")
      .evaluateAll((inputs) => inputs.map((input) => getComputedStyle(input).direction));
    expect(new Set(directions)).toEqual(new Set(["ltr"]));
    expect(await accessibilityProblems(page)).toEqual([]);
    // The next page is Arabic from its document on.
    const [document] = await Promise.all([
      page.waitForResponse((response) => response.request().isNavigationRequest()),
      page.getByRole("link", { name: "إنشاء حساب" }).click(),
    ]);
    expect(await document.text()).toContain('<html lang="ar" dir="rtl"');
    await page.getByRole("button", { name: "العربية" }).waitFor();
  });
});
