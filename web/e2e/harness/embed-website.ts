import type { Browser, Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { signUp, startProject } from "../../kit/testing/project-under-test";
import { openPage } from "./browser";
import { embedPage, embedTag, eventsOf, recordEvents } from "./embed-page";
import { overrideProject } from "./hosted-pages";
import { servePlainPage } from "./listen";

type EmbedWebsite = {
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

/** A project with every way to sign in, for the tests of a file. */
export function startWithEveryMethod() {
  return startProject({
    clientTeamCreationEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    oauthProviders: [{ id: "google", type: "shared" }],
  });
}

export const signedIn = (page: Page, email: string) => page.getByText(`Signed in as ${email}.`);

/** The names of the events on the page that it shows now. */
export async function eventNames(page: Page): Promise<string[]> {
  return (await eventsOf(page)).map((event) => (event as [string])[0]);
}

/** The path, query and hash of the page. */
export function place(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

export async function fillPassword(page: Page, email: string): Promise<void> {
  await page.getByRole("tab", { name: "Email & password", exact: true }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The next event of a name, with its element; the page must not be left meanwhile. */
export function nextEvent(page: Page, name: string): Promise<unknown> {
  return page.evaluate(
    (name) =>
      new Promise((resolve) =>
        document.addEventListener(
          name,
          ({ target, detail }: CustomEventInit & { target?: EventTarget | null }) =>
            resolve({ target: (target as Element).localName, detail }),
          { once: true },
        ),
      ),
    name,
  );
}

/** The link in the newest email to an address. */
export async function emailedLink({ mailbox }: Pick<Gatehouse, "mailbox">, email: string): Promise<string> {
  const { text } = await mailbox.waitFor({ to: email });
  const link = /https?:\/\/[^\s<>"]*[?&]code=[^\s<>"]+/.exec(text)?.[0];
  if (!link) throw new Error(`The email has no link:\n${text}`);
  return link;
}

type Suite = Pick<ReturnType<typeof startProject>, "gatehouse" | "project">;

/** The project's logos are here. */
export const logos = "https://images.bakery.example";

/** Gives the project a look of its own. */
export async function setLook({ gatehouse, project: { options, keys } }: Suite): Promise<void> {
  await overrideProject(
    gatehouse,
    { projectId: options.projectId, keys },
    {
      "appearance.accentColor": "#ffdd00",
      "appearance.radius": "none",
      "appearance.font": "mono",
      "appearance.logoUrl": `${logos}/light.svg`,
      "appearance.logoDarkUrl": `${logos}/dark.svg`,
      "appearance.termsUrl": "https://bakery.example/terms",
      "appearance.supportUrl": "mailto:help@bakery.example",
      "appearance.texts.t1": { original: "Forgot password?", text: "No idea what it was?" },
    },
  );
}

export const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

/** Serves the logos. */
export async function withLogos(page: Page): Promise<Page> {
  await page.route(`${logos}/**`, (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="tomato"/></svg>',
    }),
  );
  return page;
}

export function styleOf(page: Page) {
  return signInButton(page).evaluate((element) => {
    const { backgroundColor, borderRadius, fontFamily } = getComputedStyle(element);
    return { backgroundColor, borderRadius, fontFamily };
  });
}

/** Websites that show the logos of a project. */
export function embedLook({ suite, website }: { suite: Suite; website: ReturnType<typeof embedWebsites>["website"] }) {
  async function open(...options: Parameters<typeof website>): Promise<Page> {
    const page = await withLogos(await website(...options));
    await page.goto("/");
    return page;
  }

  const theProject = () => `${suite.gatehouse.apiUrl}/api/v1/projects/current`;

  return { open, theProject };
}
