import type { IncomingMessage } from "node:http";
import type { Browser, Page } from "playwright-core";
import { signUp, type startProject } from "../../kit/testing/project-under-test";
import { openPage } from "./browser";
import { serveServerRenderedSite } from "./server-rendered-site";

/** A server that renders with the session of the request. */
const readsRequest = ({ headers }: IncomingMessage) => ({
  tokenStore: { headers: { get: (name: string) => headers[name] ?? null } },
});

type Visit = {
  page: string;
  locale?: string;
  onServer?: (request: IncomingMessage) => object;
  refreshToken?: string;
  head?: string;
};

/** Returns what React rendered anew in place of the server's markup, and whether an element is still the server's. */
export const recovered = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { recovered: string[] }).recovered);

export const accountMenu = (page: Page) => page.getByRole("button", { name: "Account menu" });
export const item = (page: Page, name: string) => page.getByRole("menuitem", { name });

/** Opens pages that a server has rendered. */
export function renderedPages({ suite, browser }: { suite: ReturnType<typeof startProject>; browser: Browser }) {
  async function visit({ page: name, locale, onServer = readsRequest, refreshToken, head }: Visit): Promise<Page> {
    const options = { ...suite.project.options, tokenStore: "cookie" };
    const url = await serveServerRenderedSite({ page: name, options }, onServer, head);
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

  return { visit, newMember };
}
