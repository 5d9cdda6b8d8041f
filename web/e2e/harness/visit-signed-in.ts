import type { Browser, Page } from "playwright-core";
import type { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { heading } from "./locators";
import { openPage } from "./open-page";

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
