import type { IncomingMessage } from "node:http";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { buildServerRenderedSite, type ServerRenderedSite } from "./harness/server-rendered-site";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();
let site: ServerRenderedSite;

const pages = `
import { lazy, Suspense } from "react";
import * as kit from ".";
const Late = lazy(async () => {
  if (globalThis.document) await new Promise((resolve) => { globalThis.load = resolve; });
  return { default: kit.UserButton };
});
const page = (content) => ({ options }) => (
  <kit.GatehouseProvider app={new kit.GatehouseClientApp(options)}>{content}</kit.GatehouseProvider>
);
const pages = {
  user: page(<kit.UserButton showUserInfo extraItems={[{ text: "Orders", onClick: () => { location.hash = "orders"; } }]} />),
  team: page(<kit.SelectedTeamSwitcher allowNull urlMap={(team) => "#" + (team ? team.displayName : "none")} />),
  signIn: page(<kit.SignIn />),
  late: page(<><kit.UserButton /><Suspense><Late /></Suspense></>),
};
`;

beforeAll(async () => {
  site = await buildServerRenderedSite(pages);
});
afterAll(() => site.remove());

/** A server that renders with the session of the request. */
const readsRequest = ({ headers }: IncomingMessage) => ({
  tokenStore: { headers: { get: (name: string) => headers[name] ?? null } },
});
/** A server with the app of the browser, which can read no cookies there. */
const readsNothing = () => ({});

type Visit = {
  page: string;
  locale?: string;
  onServer?: (request: IncomingMessage) => object;
  refreshToken?: string;
  head?: string;
};

async function visit({ page: name, locale, onServer = readsRequest, refreshToken, head }: Visit): Promise<Page> {
  const options = { ...suite.project.options, tokenStore: "cookie" };
  const url = await site.serve({ page: name, options }, onServer, head);
  const page = await openPage(browser, url, undefined, locale);
  if (refreshToken) {
    await page.context().addCookies([{ name: `stack-refresh-${options.projectId}`, value: refreshToken, url }]);
  }
  await page.goto("/");
  return page;
}

/** A signed-in user with two teams. */
async function newMember() {
  const { user, email } = await signUp(suite.project.clientApp());
  for (const displayName of ["Makers", "Sailors"]) await user.createTeam({ displayName });
  const { refreshToken } = await user.currentSession.getTokens();
  return { email, refreshToken: refreshToken ?? "" };
}

/** What React rendered anew in place of the server's markup, and whether an element is still the server's. */
const recovered = (page: Page) => page.evaluate(() => (globalThis as unknown as { recovered: string[] }).recovered);
const isFromServer = (locator: Locator) =>
  locator.evaluate((element) => "fromServer" in element && element.fromServer === true);

const accountMenu = (page: Page) => page.getByRole("button", { name: "Account menu" });
const teamMenu = (page: Page) => page.getByRole("button", { name: "Team:" });
const item = (page: Page, name: string) => page.getByRole("menuitem", { name });

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

describe("the scheme of a component", () => {
  it.for([
    ["nothing", "", "light"],
    ["color-scheme: dark", "<style>:root { color-scheme: dark }</style>", "dark"],
    ["a class", "<script>document.documentElement.className = 'dark'</script>", "dark"],
    ["an attribute", "<script>document.documentElement.dataset.theme = 'dark'</script>", "dark"],
    ["a dark --background as parts of hsl()", "<style>:root { --background: 222 84% 5% }</style>", "dark"],
    ["a light --background", "<style>:root { --background: oklch(0.98 0 0) }</style>", "light"],
  ] as const)("is that of a page with %s", async ([, head, scheme], { expect }) => {
    const page = await visit({ page: "signIn", head });
    const heading = page.getByRole("heading", { name: "Sign in" });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter your email address.").waitFor();
    const isDark = await heading.evaluate((element) => {
      const [lightness = 0] =
        getComputedStyle(element)
          .color.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return lightness > 128;
    });
    expect(isDark).toBe(scheme === "dark");
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

  it("is accessible, open and closed, at both widths and in both themes", async ({ expect }) => {
    const { refreshToken } = await newMember();
    const scheme = "<style>:root { color-scheme: light dark } body { background: Canvas; color: CanvasText }</style>";
    const page = await visit({ page: "user", refreshToken, head: scheme });
    expect(await accessibilityProblems(page)).toEqual([]);
    await accountMenu(page).click();
    await item(page, "Sign out").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("offers sign-in without a user", async ({ expect }) => {
    const page = await visit({ page: "user" });
    await accountMenu(page).click();
    await item(page, "Create an account").waitFor();
    await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Sign in", "Create an account"]);
    await expect.poll(() => page.getByText("Not signed in").count()).toBe(1);
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
