import type { Browser, Page } from "playwright-core";
import type { startProject } from "../../kit/testing/project-under-test";
import { signUp } from "../../kit/testing/project-under-test";
import { embedPage, embedTag, recordEvents } from "./embed-page";
import { openPage } from "./open-page";
import { servePlainPage } from "./plain-page";

export type EmbedWebsite = {
  /** Holds what the page has in its head beside the tag. */
  head?: string;
  tag?: string;
  headers?: Record<string, string>;
  /** Errors in the console that do not fail the test. */
  tolerated?: RegExp;
};

/** Opens pages of websites with the tag of a test file's project, each of an origin of its own. */
export function embedWebsites(
  suite: Pick<ReturnType<typeof startProject>, "gatehouse" | "project">,
  browser: () => Browser,
) {
  /** A page with these elements, not yet opened. */
  async function website(body: string, { head = "", tag, headers, tolerated }: EmbedWebsite = {}): Promise<Page> {
    const url = await servePlainPage(embedPage((tag ?? embedTag(suite)) + head, body), headers);
    const page = await openPage(browser(), url, tolerated);
    await recordEvents(page);
    return page;
  }

  async function open(body: string, options?: EmbedWebsite): Promise<Page> {
    const page = await website(body, options);
    await page.goto("/");
    return page;
  }

  /** Gives the browser a session of a new user. */
  async function signIn(page: Page) {
    const { email, user } = await signUp(suite.project.clientApp());
    const { refreshToken } = await user.currentSession.getTokens();
    const name = `stack-refresh-${suite.project.options.projectId}`;
    await page.context().addCookies([{ name, value: refreshToken ?? "", domain: "localhost", path: "/" }]);
    return { email, user };
  }

  /** The page, with a session of a new user. */
  async function openSignedIn(body: string, options?: EmbedWebsite) {
    const page = await website(body, options);
    const { email, user } = await signIn(page);
    await page.goto("/");
    return { page, email, user };
  }

  return { website, open, signIn, openSignedIn };
}
