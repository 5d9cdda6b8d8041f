import { describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { accountMenu, eventsOf, heading } from "./harness/embed-page";
import { embedWebsites } from "./harness/embed-website";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { website, open, openSignedIn } = embedWebsites(suite, () => browser);

describe("several elements", () => {
  it("share one app and one cache, and are removed without a trace", async ({ expect }) => {
    const page = await website(
      "<gatehouse-user-button></gatehouse-user-button><gatehouse-sign-in></gatehouse-sign-in><gatehouse-sign-up></gatehouse-sign-up>",
    );
    const reads: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().startsWith(suite.gatehouse.apiUrl)) {
        reads.push(new URL(request.url()).pathname);
      }
    });
    await page.goto("/");
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    await heading(page).waitFor();
    expect(reads.filter((path) => path.endsWith("/projects/current"))).toHaveLength(1);

    const left = await page.evaluate(async () => {
      const element = document.querySelector("gatehouse-sign-in");
      const content = element?.shadowRoot?.querySelector(".gatehouse-root");
      element?.remove();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return content?.childElementCount;
    });
    expect(left).toBe(0);
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
  });

  it("keep what was typed when they are moved, and come to life when they are added later", async ({ expect }) => {
    const page = await open('<div id="a"><gatehouse-sign-in></gatehouse-sign-in></div><div id="b"></div>');
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    await page.evaluate(() => document.querySelector("#b")?.append(document.querySelector("gatehouse-sign-in") ?? ""));
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe("ada@example.com");

    await page.evaluate(() => document.querySelector("#a")?.append(document.createElement("gatehouse-user-button")));
    await accountMenu(page).waitFor();
    await expect
      .poll(async () => (await eventsOf(page)).map((event) => (event as string[])[1]))
      .toEqual(["gatehouse-sign-in", "gatehouse-user-button"]);
  });

  it("do not take the focus of the page unless asked to", async ({ expect }) => {
    const page = await open("<gatehouse-sign-in></gatehouse-sign-in>");
    await heading(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe("body");
    await page.evaluate(() => document.querySelector<HTMLElement>("gatehouse-sign-in")?.focus());
    await page.keyboard.type("ada@example.com");
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe("ada@example.com");
  });
});

describe("<gatehouse-account-settings>", () => {
  it("goes by the width of its column, accessibly", async ({ expect }) => {
    const { page } = await openSignedIn(
      '<div style="width: 420px; max-width: 100%"><gatehouse-account-settings></gatehouse-account-settings></div>',
    );
    await page.getByRole("button", { name: "Section: My profile" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("<gatehouse-user-button>", () => {
  it("has a menu for keyboards, which returns the focus, and account settings above the page, accessibly", async ({
    expect,
  }) => {
    const { page } = await openSignedIn("<gatehouse-user-button show-user-info></gatehouse-user-button>");
    await accountMenu(page).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Account settings" });
    await dialog.getByRole("heading", { name: "My profile" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const focused = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute("aria-haspopup"));
    // The focus returns after the dialog has left the document, not with it.
    await expect.poll(focused).toBe("menu");

    await page.evaluate(() =>
      document.addEventListener("gatehouse-sign-out", ({ target }) =>
        (target as Element).setAttribute("data-left", ""),
      ),
    );
    await accountMenu(page).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.locator("gatehouse-user-button[data-left]").waitFor();
    expect(await eventsOf(page)).toContainEqual(["gatehouse-sign-out", "gatehouse-user-button", { redirectUrl: null }]);
  });
});
