import type { Locator, Page } from "playwright-core";
import { describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { accountMenu, item, recovered, renderedPages } from "./harness/components";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { visit, newMember } = renderedPages({ suite, browser });
/** A server with the app of the browser, which can read no cookies there. */
const readsNothing = () => ({});
const isFromServer = (locator: Locator) =>
  locator.evaluate((element) => "fromServer" in element && element.fromServer === true);
const teamMenu = (page: Page) => page.getByRole("button", { name: "Team:" });

describe("a component that a server has rendered", () => {
  it("shows the user at once, and is hydrated as it is", async ({ expect }) => {
    const { email, refreshToken } = await newMember();
    const page = await visit({ page: "user", refreshToken });
    await accountMenu(page).click();
    await item(page, "Sign out").waitFor();
    await expect.poll(() => accountMenu(page).innerText()).toContain(email);
    expect(await isFromServer(accountMenu(page))).toBe(true);
    expect(await recovered(page)).toEqual([]);
  });

  it("keeps the fields of a form that the server has sent", async ({ expect }) => {
    const page = await visit({ page: "signIn" });
    const field = page.getByLabel("Email", { exact: true });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter your email address.").waitFor();
    expect(await isFromServer(field)).toBe(true);
    expect(await recovered(page)).toEqual([]);
  });

  it("is a state of loading where the server has no session, without an error in the browser", async ({ expect }) => {
    const { email, refreshToken } = await newMember();
    const page = await visit({ page: "user", onServer: readsNothing, refreshToken });
    await page.getByText(email).waitFor();
    expect(await recovered(page)).toEqual([]);
  });
});

describe("a server-rendered page in a browser of another language", () => {
  it("is hydrated in the server's language, also where that happens after the page has changed to the browser's", async ({
    expect,
  }) => {
    const { refreshToken } = await newMember();
    const page = await visit({ page: "late", locale: "de-DE", refreshToken });
    const german = page.getByRole("button", { name: "Kontomenü" });
    await german.waitFor();
    await expect.poll(() => accountMenu(page).count()).toBe(1);
    await page.evaluate(() => (globalThis as unknown as { load: () => void }).load());
    await german.nth(1).waitFor();
    expect(await isFromServer(german.nth(1))).toBe(true);
    expect(await recovered(page)).toEqual([]);
  });
});

describe("the menu of a user", () => {
  it("is used by keyboard: opens, moves, finds by letter, closes, and returns the focus", async ({ expect }) => {
    const { refreshToken } = await newMember();
    const page = await visit({ page: "user", refreshToken });
    const trigger = accountMenu(page);
    // Hydrated once it says that it is closed to a click.
    await trigger.click();
    await item(page, "Orders").waitFor();
    await page.keyboard.press("Escape");
    await item(page, "Orders").waitFor({ state: "detached" });
    await expect.poll(() => trigger.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.press("ArrowDown");
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await item(page, "Orders").waitFor();
    const [settings, orders, signOut] = ["Account settings", "Orders", "Sign out"];
    await expect.poll(focused).toBe(settings);
    for (const [key, reached] of [
      ["ArrowDown", orders],
      ["ArrowDown", signOut],
      ["ArrowDown", settings],
      ["ArrowUp", signOut],
      ["Home", settings],
      ["End", signOut],
      ["o", orders],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focused).toBe(reached);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**/#orders");
    await expect.poll(() => trigger.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => trigger.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("the menu of teams", () => {
  it("selects a team for the user, and goes to its page", async ({ expect }) => {
    const { refreshToken } = await newMember();
    const scheme = "<style>:root { color-scheme: light dark } body { background: Canvas; color: CanvasText }</style>";
    const page = await visit({ page: "team", refreshToken, head: scheme });
    await teamMenu(page).click();
    await item(page, "Makers").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await item(page, "Makers").click();
    await page.waitForURL("**/#Makers");
    await page.reload();
    await teamMenu(page).click();
    await item(page, "Makers (current)").waitFor();
    await item(page, "No team").click();
    await page.waitForURL("**/#none");
    await teamMenu(page).filter({ hasText: "No team" }).waitFor();
  });
});
