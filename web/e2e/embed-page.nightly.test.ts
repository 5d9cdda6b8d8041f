import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { embedTag, heading, signInForm, userButton } from "./harness/embed-page";
import { embedWebsites } from "./harness/embed-website";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { website, open, openSignedIn } = embedWebsites(suite, () => browser);

/** Waits until the heading of the form has the colour of text in a scheme. */
async function shownIn(page: Page, scheme: "light" | "dark"): Promise<void> {
  await heading(page).waitFor();
  await page.waitForFunction((colour) => {
    const shown = document.querySelector("gatehouse-sign-in")?.shadowRoot?.querySelector("h1");
    return shown && getComputedStyle(shown).color === colour;
  }, { light: "rgb(27, 33, 30)", dark: "rgb(236, 239, 233)" }[scheme]);
}

/** The edges of the open menu. */
async function menuPlace(page: Page) {
  const box = await page.getByRole("menu").boundingBox();
  return { left: box?.x ?? Number.NaN, right: (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN) };
}

describe("light and dark", () => {
  it.for([
    ["a page that declares nothing", "", "", "light"],
    ["a page for both by its style", "<style>:root { color-scheme: light dark }</style>", "", "dark"],
    ["a page for both by its meta element", '<meta name="color-scheme" content="light dark">', "", "dark"],
    ["a light page", "<style>:root { color-scheme: light }</style>", "", "light"],
    ['theme="system"', "", 'theme="system"', "dark"],
    ['theme="light" on a page for both', "<style>:root { color-scheme: light dark }</style>", 'theme="light"', "light"],
    ['theme="dark" on a light page', "<style>:root { color-scheme: light }</style>", 'theme="dark"', "dark"],
  ] as const)("on a dark device: %s", async ([, head, attributes, expected]) => {
    const page = await website(`<gatehouse-sign-in ${attributes}></gatehouse-sign-in>`, { head });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/");
    await shownIn(page, expected);
  });

  it("changes with the attribute, and with the device where it follows that", async () => {
    const page = await open(signInForm);
    await heading(page).waitFor();
    const setTheme = (theme: string) =>
      page.evaluate((value) => document.querySelector("gatehouse-sign-in")?.setAttribute("theme", value), theme);
    await setTheme("dark");
    await shownIn(page, "dark");
    await setTheme("system");
    await shownIn(page, "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await shownIn(page, "dark");
  });

  it("is that of the element in its menus and dialogs too", async ({ expect }) => {
    const { page } = await openSignedIn('<gatehouse-user-button theme="dark"></gatehouse-user-button>');
    await page.getByRole("button", { name: "Account menu" }).click();
    const menu = page.locator("[part=menu]");
    await menu.waitFor();
    expect(await menu.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(31, 37, 34)");
    await page.getByRole("menuitem", { name: "Account settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Account settings" });
    await dialog.getByRole("heading", { name: "My profile" }).waitFor();
    expect(await dialog.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(17, 21, 19)");
  });
});

describe("the language", () => {
  it("is that of the tag, before that of the page, and after that of the element", async () => {
    const page = await open(`${signInForm}<gatehouse-sign-up lang="fr-FR"></gatehouse-sign-up>`, {
      tag: embedTag(suite, 'data-lang="de-DE"'),
    });
    await heading(page, "Anmelden").waitFor();
    await heading(page, "Créez votre compte").waitFor();
  });

  it("is that of the page, also when it changes", async ({ expect }) => {
    const page = await open(signInForm);
    await heading(page).waitFor();
    await page.evaluate(() => {
      document.documentElement.lang = "de";
    });
    await heading(page, "Anmelden").waitFor();
    expect(
      await heading(page, "Anmelden").evaluate((element) => element.closest("[lang]")?.getAttribute("lang")),
    ).toMatch(/^de/);
  });
});

describe("a page from right to left", () => {
  it("has mirrored elements, whose menus stay in the window", async ({ expect }) => {
    const { page } = await openSignedIn(
      `<div style="display: flex">${userButton}<gatehouse-team-switcher></gatehouse-team-switcher></div><gatehouse-account-settings></gatehouse-account-settings>`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    await page.getByRole("button", { name: "Section: My profile" }).waitFor();
    const box = async (name: string) => (await page.locator(name).boundingBox()) ?? { x: 0, width: 0 };
    expect((await box("gatehouse-user-button")).x).toBeGreaterThan((await box("gatehouse-team-switcher")).x);

    await page.getByRole("button", { name: "Account menu" }).click();
    const { left, right } = await menuPlace(page);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    await page.getByRole("menuitem", { name: "Account settings" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe.for([1280, 390])("in a page %i pixels wide", (width) => {
  it("the user's button and the team switcher stand in line, apart from each other, whatever the space between their tags", async ({
    expect,
  }) => {
    const { page } = await openSignedIn(`${userButton}<gatehouse-team-switcher></gatehouse-team-switcher>`);
    await page.setViewportSize({ width, height: 800 });
    const switcher = page.locator("gatehouse-team-switcher");
    await switcher.getByRole("button").waitFor();
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    const [one, other] = await Promise.all([
      page.locator("gatehouse-user-button").boundingBox(),
      switcher.boundingBox(),
    ]);
    if (!one || !other) throw new Error("An element is not shown.");
    expect(other.x - (one.x + one.width)).toBe(8);
    // In line with each other.
    expect(Math.abs(one.y + one.height / 2 - (other.y + other.height / 2))).toBeLessThanOrEqual(1);
    expect(one.width).toBeLessThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  it.for(["start", "end"])(
    "the menu of a user's button at the %s of its line is in the window",
    async (side, { expect }) => {
      const page = await open(`<div style="text-align: ${side}">${userButton}</div>`);
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("button", { name: "Account menu" }).click();
      const { left, right } = await menuPlace(page);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    },
  );

  it("a form is as wide as its column, up to its own width, and the focus can be seen", async ({ expect }) => {
    const page = await open(signInForm);
    await page.setViewportSize({ width, height: 800 });
    await heading(page).waitFor();
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    const box = await button.boundingBox();
    const column = await page.locator("main").boundingBox();
    expect(box?.width).toBe(Math.min(384, column?.width ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    await page.getByLabel("Password", { exact: true }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const outlines = await page.evaluate(() => {
      const focused = document.activeElement?.shadowRoot?.activeElement;
      if (!focused) return undefined;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused);
      return { outlineStyle, outlineWidth, outlineColor };
    });
    expect(outlines).toEqual({ outlineStyle: "solid", outlineWidth: "2px", outlineColor: "rgb(28, 93, 78)" });
  });
});
