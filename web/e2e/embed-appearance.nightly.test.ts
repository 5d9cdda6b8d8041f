import type { Route } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { embedTag, heading } from "./harness/embed-page";
import { embedLook, embedWebsites, logos, setLook, signInButton, styleOf, withLogos } from "./harness/embed-website";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { website, openSignedIn } = embedWebsites(suite, () => browser);

const { open, theProject } = embedLook({ suite, website });

beforeAll(() => setLook(suite));

describe("the project's appearance", () => {
  it("is that of account settings and dialogs too", async ({ expect }) => {
    const { page } = await openSignedIn("<gatehouse-user-button></gatehouse-user-button>");
    await page.getByRole("button", { name: "Account menu" }).click();
    const menu = page.getByRole("menuitem", { name: "Account settings" });
    expect(await menu.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("ui-monospace");
    await menu.click();
    const dialog = page.getByRole("dialog", { name: "Account settings" });
    await dialog.getByRole("heading", { name: "My profile" }).waitFor();
    const close = dialog.getByRole("button", { name: "Close" });
    expect(await close.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
  });

  it("is known before anything is shown, so nothing changes its look", async ({ expect }) => {
    const page = await withLogos(
      await website("<gatehouse-user-button></gatehouse-user-button><gatehouse-sign-in></gatehouse-sign-in>"),
    );
    const held = Promise.withResolvers<Route>();
    await page.route(theProject(), (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : held.resolve(route),
    );
    await page.goto("/");
    const route = await held.promise;
    await page.locator("gatehouse-sign-in [aria-busy]").waitFor();
    await expect.poll(() => page.getByRole("button").count()).toBe(0);
    await route.continue();
    await heading(page).waitFor();
    expect((await styleOf(page)).backgroundColor).toBe("rgb(255, 221, 0)");
  });

  it("gives way to the variables of the website, one by one", async ({ expect }) => {
    const page = await open("<gatehouse-sign-in></gatehouse-sign-in>", {
      head: "<style>gatehouse-sign-in { --gatehouse-accent: #0000ff; --gatehouse-font: Georgia }</style>",
    });
    await heading(page).waitFor();
    expect(await styleOf(page)).toEqual({
      backgroundColor: "rgb(0, 0, 255)",
      borderRadius: "0px",
      fontFamily: "Georgia",
    });
    expect(await signInButton(page).evaluate((element) => getComputedStyle(element).color)).toBe("oklch(1 0 0)");
  });

  it("400: elements that need nothing of the project are shown without", async () => {
    const page = await website("<gatehouse-user-button></gatehouse-user-button>", { tolerated: /status of 400/ });
    await page.route(theProject(), (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : route.fulfill({ status: 400, body: "No." }),
    );
    await page.goto("/");
    await page.getByRole("button", { name: "Account menu" }).waitFor();
  });

  it.for(["gatehouse-sign-in { color-scheme: dark }", ":root { color-scheme: light dark }", ".dark"])(
    "has the logo for dark pages where the element is dark: %s",
    async (dark) => {
      const page = await withLogos(
        await website("<gatehouse-sign-in></gatehouse-sign-in>", {
          head: dark === ".dark" ? "" : `<style>${dark}</style>`,
        }),
      );
      await page.emulateMedia({ colorScheme: dark.includes("light") ? "dark" : "light" });
      await page.goto("/");
      if (dark === ".dark") await page.evaluate(() => document.documentElement.classList.add("dark"));
      await page.locator(`gatehouse-sign-in img[src="${logos}/dark.svg"]`).waitFor();
    },
  );

  it("a logo that cannot be loaded leaves no gap", async ({ expect }) => {
    const page = await website("<gatehouse-sign-in></gatehouse-sign-in>", { tolerated: /Failed to load resource/ });
    await page.route(`${logos}/**`, (route) => route.abort());
    await page.goto("/");
    await heading(page).waitFor();
    await page.locator("gatehouse-sign-in img").waitFor({ state: "detached" });
    expect(await heading(page).evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(160);
  });
});

describe("data-language-choice", () => {
  it("has people choose the language of all elements, which are mirrored in Arabic and keep what was typed", async ({
    expect,
  }) => {
    const page = await website(
      "<gatehouse-user-button></gatehouse-user-button><gatehouse-sign-in></gatehouse-sign-in>",
      {
        tag: embedTag(suite, 'data-language-choice data-appearance="none"'),
      },
    );
    await page.goto("/");
    await heading(page).waitFor();
    const email = page.locator("input[type=email]");
    await email.fill("ada@mail.example");
    await page.getByRole("button", { name: "Language of this page English" }).click();
    await page.getByRole("combobox", { name: "Language of this page" }).selectOption("العربية");
    await heading(page, "تسجيل الدخول").waitFor();
    expect(await email.inputValue()).toBe("ada@mail.example");
    expect(await heading(page, "تسجيل الدخول").evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await heading(page, "تسجيل الدخول").waitFor();
    expect(await page.getByRole("button", { name: "Account menu" }).count()).toBe(0);
  });
});
