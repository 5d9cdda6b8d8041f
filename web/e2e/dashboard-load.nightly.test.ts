import type { Page, Route } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser } from "./harness/browser";
import {
  defaultLight,
  describeBudgets,
  maxRequests,
  newPagesProject,
  type PagesProject,
  pages,
  refused,
} from "./harness/dashboard-pages";
import { networkIdle } from "./harness/network-idle";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let project: PagesProject;

beforeAll(async () => {
  project = await newPagesProject(gatehouse);
});

/** Holds back every read of the API. `released` is what to do with them. */
async function holdReads(page: Page) {
  const held: Route[] = [];
  const waiting: (() => void)[] = [];
  let isReleased = false;
  const names = () =>
    held
      .map((route) => new URL(route.request().url()).pathname.replace("/api/v1/", ""))
      .map((path) =>
        path
          .replace(project.userId, "{id}")
          .replace(project.teamId, "{id}")
          .replace(defaultLight, "{id}")
          .replace(project.projectId, "{project}"),
      )
      .sort();
  await page.route(`${gatehouse.apiUrl}/api/v1/**`, async (route) => {
    if (isReleased || route.request().method() !== "GET") return route.continue();
    held.push(route);
    for (const check of waiting) check();
  });
  return {
    /** Resolves once this many reads are under way at the same time, none of which had a response. */
    atOnce: (count: number) =>
      new Promise<string[]>((resolve) => {
        const check = () => held.length >= count && resolve(names());
        waiting.push(check);
        check();
      }),
    async release() {
      isReleased = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

/** Sums up how far content moves on the page after it was first shown. Runs in the page, before its scripts. */
function recordLayoutShifts() {
  const shifts: number[] = [];
  Object.assign(globalThis, { layoutShifts: shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number }[]) shifts.push(entry.value);
  }).observe({ type: "layout-shift", buffered: true });
}

const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (globalThis as unknown as { layoutShifts: number[] }).layoutShifts;
  });

describeBudgets(gatehouse, Object.entries(pages), () => project);

describe.each(Object.entries(pages))("%s, opened with an empty cache", (_, { path, shows, reads }) => {
  it(`takes ${maxRequests} requests at most in English`, async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, project.owner);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(path(project));
    await shows(page);
    await networkIdle(page);
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(maxRequests);
  });

  it("reads at once what does not depend on each other, over a skeleton that moves nothing", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, project.owner, refused);
    await page.addInitScript(recordLayoutShifts);
    const held = await holdReads(page);
    await page.goto(path(project));
    expect(await held.atOnce(reads.length)).toEqual([...reads].sort());
    await page.locator("#skeleton").locator("visible=true").first().waitFor();
    await held.release();
    await shows(page);
    await expect.poll(() => page.locator("#skeleton").isVisible()).toBe(false);
    expect(await layoutShifts(page)).toEqual([]);
  });
});

describe("the skeleton", () => {
  it("stands still for those who prefer reduced motion, in the colours of the theme", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, project.owner);
    const held = await holdReads(page);
    await page.goto("/projects");
    await held.atOnce(1);
    const animations = () => page.evaluate(() => document.getAnimations().length);
    const colours = () =>
      page.evaluate(() => {
        const bar = document.querySelector("#skeleton i");
        return [document.documentElement, bar].map((each) => each && getComputedStyle(each).backgroundColor);
      });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
    expect(await animations()).toBeGreaterThan(0);
    expect(await colours()).toEqual(["rgb(245, 243, 238)", "rgb(236, 233, 225)"]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await animations()).toBe(0);
    expect(await colours()).toEqual(["rgb(17, 21, 19)", "rgb(12, 15, 14)"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await held.release();
  });
});

describe("a page that is opened from another one", () => {
  it("shows its title and frame at once, and its contents when its code has arrived", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, project.owner);
    await page.goto(`/projects/${project.projectId}/owners`);
    await page.getByRole("list", { name: "Members", exact: true }).waitFor();
    await networkIdle(page);
    const code = Promise.withResolvers<void>();
    await page.route("**/assets/**", async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    expect(await page.getByRole("list", { name: "Members", exact: true }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    code.resolve();
    await page.getByText("No endpoints yet").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  });
});

describe("an API that is away", () => {
  it("is said once on each page, which tries again for who asks, and recovers by itself", async ({ expect }) => {
    const page = await openSignedIn(browser, gatehouse, project.owner, /Failed to load resource|net::ERR/);
    await page.goto(`/projects/${project.projectId}/owners`);
    await page.getByRole("list", { name: "Members", exact: true }).waitFor();
    let refusals = 0;
    await page.route(`${gatehouse.apiUrl}/**`, (route) => {
      refusals++;
      return route.abort();
    });
    const notice = page.getByText("The server does not respond.", { exact: false });
    for (const section of ["Webhooks", "Overview"]) {
      await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: section }).click();
      await notice.waitFor();
      // More often than the kit tries by itself before it gives up.
      for (let round = 0; round < 7; round++) {
        const before = refusals;
        await expect
          .poll(async () => {
            await page.getByRole("button", { name: "Try again" }).click();
            return refusals;
          })
          .toBeGreaterThan(before);
      }
      expect([await notice.count(), await page.getByRole("alert").count()]).toEqual([1, 1]);
      const [head, said] = [page.getByRole("main").locator("header"), page.getByRole("alert")];
      const [covered, covering] = [await head.first().boundingBox(), await said.boundingBox()];
      expect(covering?.y).toBeGreaterThan((covered?.y ?? 0) + (covered?.height ?? Infinity));
    }
    await page.unroute(`${gatehouse.apiUrl}/**`);
    await page.getByRole("region", { name: "Sign-ups" }).waitFor();
    await notice.waitFor({ state: "detached" });
  });
});

describe("the sidebar", () => {
  it("fits a window of 900 pixels, and keeps the settings and the account in view in a lower one", async ({
    expect,
  }) => {
    const page = await openSignedIn(browser, gatehouse, project.owner);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/projects/${project.projectId}/overview`);
    const navigation = page.getByRole("navigation", { name: "Sections" });
    const list = navigation.locator("div").first();
    await navigation.getByRole("link", { name: "Usage" }).waitFor();
    const hidden = () => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(await hidden()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 600 });
    expect(await hidden()).toBeGreaterThan(0);
    for (const pinned of [
      navigation.getByRole("link", { name: "Settings" }),
      page.getByRole("button", { name: "Account menu" }),
    ]) {
      const box = await pinned.boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(600);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("an address that no page has", () => {
  it("keeps the frame of the project, with a message inside", async ({ expect }) => {
    for (const path of ["nonsense", "users/a/b", "settings/more"]) {
      const page = await openSignedIn(browser, gatehouse, project.owner);
      await page.goto(`/projects/${project.projectId}/${path}`);
      const main = page.getByRole("main");
      await main.getByRole("heading", { name: "Page not found" }).waitFor();
      await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Users" }).waitFor();
      await page.getByRole("button", { name: "Switch project Acme" }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await main.getByRole("link", { name: "Project overview" }).click();
      await page.waitForURL(`**/projects/${project.projectId}/overview`);
    }
  });
});
