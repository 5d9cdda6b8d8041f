import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { configureSite } from "./harness/site-project";
import { openSignedIn } from "./harness/visit-signed-in";

// What WCAG 2.2 AA requires, can be measured, and is not among the rules that axe runs by itself.

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
  it.for(cases)(
    "%s: has targets of 24 pixels, and reflows to 320 pixels and at 200 % zoom (2.5.8, 1.4.10, 1.4.4)",
    async ([path, isSignedIn], { expect }) => {
      const page = await open(path, isSignedIn);
      await page.evaluate(axe.source);
      for (const [width, height] of [
        [1280, 800],
        [640, 400],
        [320, 256],
      ] as const) {
        await page.setViewportSize({ width, height });
        const overflow = await page.evaluate(() => {
          const root = document.documentElement;
          // Its own width, which is the window's without the gutter of the scrollbar.
          return root.scrollWidth - root.getBoundingClientRect().width;
        });
        expect([width, overflow]).toEqual([width, 0]);
        expect([width, await page.evaluate(smallTargets)]).toEqual([width, []]);
      }
    },
  );

  it.for(cases)(
    "%s: shows the focus on each stop of the Tab key, with nothing above it (2.4.7, 2.4.11)",
    async ([path, isSignedIn], { expect }) => {
      const page = await open(path, isSignedIn);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize({ width: 390, height: 600 });
      const problems: string[] = [];
      let stops = 0;
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      for (; stops < 80; stops++) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(describeFocus);
        if (stop === null) break;
        if (!stop.hasOutline) problems.push(`${stop.name}: no outline`);
        if (!stop.isOnTop) problems.push(`${stop.name}: obscured`);
      }
      expect(stops).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    },
  );
});

/** Runs in the page: the targets that axe finds too small and too close to others. */
async function smallTargets(): Promise<string[]> {
  const { axe: axeOfPage } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await axeOfPage.run({ runOnly: ["target-size"], resultTypes: ["violations"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 120)));
}

/** Runs in the page: how the element with the focus looks; null for none. */
function describeFocus(): { name: string; hasOutline: boolean; isOnTop: boolean } | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  // Anywhere in it: WCAG allows that a part is hidden.
  const points = [0.5, 0.1, 0.9].map((part) => [left + width * part, top + height * 0.5] as const);
  const isOnTop = points.some(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element) || found.closest("label") !== null);
  });
  const hasOutline = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1;
  return { name: element.outerHTML.slice(0, 100), hasOutline, isOnTop };
}

describe("a form", () => {
  it.for([
    ["sign-in", "Sign in", 1],
    ["sign-up", "Create account", 1],
    ["forgot-password", "Send reset link", 1],
  ] as const)("%s: names its errors, at their fields (3.3.1)", async ([path, submit, least], { expect }) => {
    const page = await open(path, false);
    const password = page.getByRole("tab", { name: "Email & password" });
    if (await password.isVisible()) await password.click();
    await page.getByRole("button", { name: submit, exact: true }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    const descriptions = await page
      .locator("[aria-invalid=true]")
      .evaluateAll((fields) =>
        fields.map((field) => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? ""),
      );
    expect(descriptions.length).toBeGreaterThanOrEqual(least);
    expect(descriptions.filter((text) => !/\w.*\.$/.test(text))).toEqual([]);
    await expect.poll(() => page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
  });
});

describe("for those who prefer reduced motion", () => {
  it("dialogs and menus appear without moving (2.3.3)", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, owner);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/handler/account-settings#auth");
    await page.getByRole("button", { name: "Add an email" }).click();
    await page.getByRole("dialog").waitFor();
    const moving = () =>
      page.evaluate(
        () =>
          document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 10).length,
      );
    expect(await moving()).toBe(0);
  });
});
