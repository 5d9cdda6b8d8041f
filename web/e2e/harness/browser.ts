import type { Browser, Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { launchChromium } from "../../../scripts/testing/chromium";
import type { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { heading } from "./locators";
import { watchRequests } from "./network-idle";

let launched: Promise<Browser> | undefined;

/** The headless Chromium of this test process. Open a `newContext()` for each test: it starts without cookies. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchChromium(inject("chromiumPath"));
  return launched;
}

/**
 * Opens a page in a new browser profile for one test. Errors in its console fail the test, unless they match
 * `tolerated`: browsers print failed requests there.
 * @param locale the browser's language
 */
export async function openPage(browser: Browser, baseURL: string, tolerated?: RegExp, locale?: string): Promise<Page> {
  // Playwright waits until what moves has come to rest, which is most of the time of some tests.
  const context = await browser.newContext({ baseURL, locale, reducedMotion: "reduce" });
  const errors: string[] = [];
  context.on("console", (message) => {
    const text = `${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !tolerated?.test(text)) errors.push(text);
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`The page printed errors:\n${errors.join("\n")}`);
  });
  const page = await context.newPage();
  watchRequests(page);
  return page;
}

/** A page of a new browser profile with a session of `user`; `tolerated` and `locale` as in `openPage`. */
export async function openSignedIn(
  browser: Browser,
  gatehouse: Gatehouse,
  user: Awaited<ReturnType<typeof newOwner>>,
  tolerated?: RegExp,
  locale?: string,
): Promise<Page> {
  const { refreshToken } = await user.currentSession.getTokens();
  const page = await openPage(browser, gatehouse.webUrl, tolerated, locale);
  const cookie = { name: "stack-refresh-internal", value: refreshToken ?? "", url: gatehouse.webUrl };
  await page.context().addCookies([cookie]);
  return page;
}

/** Opens `path` with a session of `user`; `tolerated` are errors in the browser's console that do not fail the test. */
export async function visitSignedIn(
  browser: Browser,
  gatehouse: Gatehouse,
  user: Awaited<ReturnType<typeof newOwner>>,
  path: string,
  tolerated?: RegExp,
): Promise<Page> {
  const page = await openSignedIn(browser, gatehouse, user, tolerated);
  await page.goto(path);
  return page;
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/handler/sign-out");
  await heading(page, "Authentication and user management for your app").waitFor();
}
