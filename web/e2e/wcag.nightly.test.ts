import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { openPage, openSignedIn, sharedBrowser } from "./harness/browser";
import { configureSite } from "./harness/site-project";
import { focusProblems, longAnimations, sizeProblems, unnamedErrors } from "./harness/wcag";

// Checks what `page-states` checks on the mock app, on the pages of the site.

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let owner: Awaited<ReturnType<typeof newOwner>>;

beforeAll(async () => {
  const oauth_providers = ["google", "github"].map((id) => ({ id, type: "shared" }));
  await configureSite(gatehouse, { magic_link_enabled: true, passkey_enabled: true, oauth_providers });
  owner = await newOwner(gatehouse);
});

const publicPages = ["sign-in", "sign-up", "forgot-password", "sign-out", "error"];
const sections = ["profile", "auth", "notifications", "sessions", "settings", "team-creation"];
const cases = [
  ...publicPages.map((path) => [path, false] as const),
  ...sections.map((section) => [`account-settings#${section}`, true] as const),
];

async function open(path: string, isSignedIn: boolean): Promise<Page> {
  const page = isSignedIn ? await openSignedIn(browser, gatehouse, owner) : await openPage(browser, gatehouse.webUrl);
  await page.goto(`/handler/${path}`);
  await page.locator("h1").first().waitFor();
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  return page;
}

describe("each page", () => {
  it.for(cases)("%s: has large targets, reflows, and shows the focus", async ([path, isSignedIn], { expect }) => {
    const page = await open(path, isSignedIn);
    expect(await sizeProblems(page)).toEqual([]);
    expect(await focusProblems(page)).toEqual([]);
  });
});

describe("a form", () => {
  it.for([
    ["sign-in", "Sign in"],
    ["sign-up", "Create account"],
    ["forgot-password", "Send reset link"],
  ] as const)("%s: names its errors, at their fields (3.3.1)", async ([path, submit], { expect }) => {
    const page = await open(path, false);
    const password = page.getByRole("tab", { name: "Email & password" });
    if (await password.isVisible()) await password.click();
    await page.getByRole("button", { name: submit, exact: true }).click();
    expect(await unnamedErrors(page)).toEqual([]);
    await expect.poll(() => page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
  });
});

describe("for those who prefer reduced motion", () => {
  it("dialogs appear without moving (2.3.3)", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/handler/account-settings#auth");
    await page.getByRole("button", { name: "Add an email" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await longAnimations(page)).toBe(0);
  });
});
