import type { Page, Route } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { embedTag } from "./harness/embed-page";
import { embedWebsites } from "./harness/embed-website";
import { overrideProject } from "./harness/hosted-pages";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

/** Where the project's logos are. */
const logos = "https://images.bakery.example";

beforeAll(async () => {
  const { options, keys } = suite.project;
  await overrideProject(
    suite.gatehouse,
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
});

const { website, openSignedIn } = embedWebsites(suite, () => browser);
const untheme = () => embedTag(suite, 'data-appearance="none"');

const heading = (page: Page) => page.getByRole("heading", { name: "Sign in", exact: true });
const button = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

/** Serves the logos. */
async function withLogos(page: Page): Promise<Page> {
  await page.route(`${logos}/**`, (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="tomato"/></svg>',
    }),
  );
  return page;
}

async function open(...options: Parameters<typeof website>): Promise<Page> {
  const page = await withLogos(await website(...options));
  await page.goto("/");
  return page;
}

function styleOf(page: Page) {
  return button(page).evaluate((element) => {
    const { backgroundColor, borderRadius, fontFamily } = getComputedStyle(element);
    return { backgroundColor, borderRadius, fontFamily };
  });
}

/** Requests for the project, from now on. */
function projectRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "OPTIONS" && request.url().endsWith("/projects/current")) urls.push(request.url());
  });
  return urls;
}

const theProject = () => `${suite.gatehouse.apiUrl}/api/v1/projects/current`;

describe("the project's appearance", () => {
  it("is that of the elements: colours, corners, font, logo, texts and links, accessibly", async ({ expect }) => {
    const page = await open("<gatehouse-sign-in></gatehouse-sign-in>");
    await heading(page).waitFor();
    expect(await styleOf(page)).toEqual({
      backgroundColor: "rgb(255, 221, 0)",
      borderRadius: "0px",
      fontFamily: expect.stringContaining("ui-monospace"),
    });
    await page.getByRole("link", { name: "No idea what it was?" }).waitFor();
    await page.getByRole("link", { name: "terms of service" }).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Contact support" }).getAttribute("href"))
      .toBe("mailto:help@bakery.example");
    await expect.poll(() => page.locator("gatehouse-sign-in img").getAttribute("src")).toBe(`${logos}/light.svg`);
    // As text the colour is as dark as it has to be.
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("is that of account settings and dialogs too", async ({ expect }) => {
    const { page } = await openSignedIn("<gatehouse-user-button></gatehouse-user-button>");
    await page.getByRole("button", { name: "Account menu" }).click();
    const menu = page.getByRole("menuitem", { name: "Account settings" });
    expect(await menu.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("ui-monospace");
    await menu.click();
    const dialog = page.getByRole("dialog", { name: "Account settings" });
    await dialog.getByRole("heading", { name: "My profile" }).waitFor();
    const close = dialog.getByRole("button", { name: "Close" });
    expect(await close.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
  });

  it("is known before anything is shown, so nothing changes its look", async ({ expect }) => {
    const page = await withLogos(
      await website("<gatehouse-user-button></gatehouse-user-button><gatehouse-sign-in></gatehouse-sign-in>"),
    );
    const held = Promise.withResolvers<Route>();
    await page.route(theProject(), (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : held.resolve(route),
    );
    await page.goto("/");
    const route = await held.promise;
    await page.locator("gatehouse-sign-in [aria-busy]").waitFor();
    await expect.poll(() => page.getByRole("button").count()).toBe(0);
    await route.continue();
    await heading(page).waitFor();
    expect((await styleOf(page)).backgroundColor).toBe("rgb(255, 221, 0)");
  });

  it("gives way to the variables of the website, one by one", async ({ expect }) => {
    const page = await open("<gatehouse-sign-in></gatehouse-sign-in>", {
      head: "<style>gatehouse-sign-in { --gatehouse-accent: #0000ff; --gatehouse-font: Georgia }</style>",
    });
    await heading(page).waitFor();
    expect(await styleOf(page)).toEqual({
      backgroundColor: "rgb(0, 0, 255)",
      borderRadius: "0px",
      fontFamily: "Georgia",
    });
    expect(await button(page).evaluate((element) => getComputedStyle(element).color)).toBe("oklch(1 0 0)");
  });

  it("is left out, and not requested, with data-appearance=none", async ({ expect }) => {
    const page = await website("<gatehouse-user-button></gatehouse-user-button>", { tag: untheme() });
    const requests = projectRequests(page);
    await page.goto("/");
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    expect(requests).toEqual([]);

    await page.evaluate(() => document.body.append(document.createElement("gatehouse-sign-in")));
    await heading(page).waitFor();
    expect(await styleOf(page)).toMatchObject({ backgroundColor: "rgb(28, 93, 78)", borderRadius: "8px" });
    await page.getByRole("link", { name: "Forgot password?" }).waitFor();
    await expect.poll(() => page.locator("gatehouse-sign-in img").count()).toBe(0);
    await expect.poll(() => page.getByRole("link", { name: "Contact support" }).count()).toBe(0);
    // What users agree to is no matter of look.
    await page.getByRole("link", { name: "terms of service" }).waitFor();
  });

  it("is one request for all elements, and none for a page without", async ({ expect }) => {
    const page = await withLogos(await website(""));
    const requests = projectRequests(page);
    await page.goto("/");
    await page.waitForFunction(() => "gatehouse" in globalThis);
    expect(requests).toEqual([]);
    await page.evaluate(() => {
      for (const name of ["user-button", "sign-in", "sign-up"]) {
        document.body.append(document.createElement(`gatehouse-${name}`));
      }
    });
    await heading(page).waitFor();
    expect(requests).toHaveLength(1);
  });

  it("400: elements that need nothing of the project are shown without", async () => {
    const page = await website("<gatehouse-user-button></gatehouse-user-button>", { tolerated: /status of 400/ });
    await page.route(theProject(), (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : route.fulfill({ status: 400, body: "No." }),
    );
    await page.goto("/");
    await page.getByRole("button", { name: "Account menu" }).waitFor();
  });

  it.for(["gatehouse-sign-in { color-scheme: dark }", ":root { color-scheme: light dark }", ".dark"])(
    "has the logo for dark pages where the element is dark: %s",
    async (dark) => {
      const page = await withLogos(
        await website("<gatehouse-sign-in></gatehouse-sign-in>", {
          head: dark === ".dark" ? "" : `<style>${dark}</style>`,
        }),
      );
      await page.emulateMedia({ colorScheme: dark.includes("light") ? "dark" : "light" });
      await page.goto("/");
      if (dark === ".dark") await page.evaluate(() => document.documentElement.classList.add("dark"));
      await page.locator(`gatehouse-sign-in img[src="${logos}/dark.svg"]`).waitFor();
    },
  );

  it("a logo that cannot be loaded leaves no gap", async ({ expect }) => {
    const page = await website("<gatehouse-sign-in></gatehouse-sign-in>", { tolerated: /Failed to load resource/ });
    await page.route(`${logos}/**`, (route) => route.abort());
    await page.goto("/");
    await heading(page).waitFor();
    await page.locator("gatehouse-sign-in img").waitFor({ state: "detached" });
    expect(await heading(page).evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(160);
  });
});

describe("a hostile appearance", () => {
  it("neither runs script nor styles anything else", async ({ expect }) => {
    // Attack: script and style injection into every website of a project, by an owner of it whose account was taken over, on
    // a server that does not check the configuration: each value ends its place, and adds markup, rules or a script address.
    const page = await website("<gatehouse-sign-in></gatehouse-sign-in>", { tolerated: /Failed to load resource/ });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const ends =
      "x;}*{display:none!important;background:url(https://evil.example/leak)}</style><img src=x onerror=alert(1)>";
    await page.route(theProject(), async (route) => {
      if (route.request().method() === "OPTIONS") return route.fallback();
      const response = await route.fetch();
      const project = await response.json();
      Object.assign(project.config.appearance, {
        accent_color: `#fff${ends}`,
        radius: ends,
        font: ends,
        logo_url: `javascript:alert(1)//"onerror="alert(1)`,
        logo_dark_url: null,
        terms_url: "javascript:alert(1)",
        privacy_url: " data:text/html,<script>alert(1)</script>",
        support_url: "JavaScript:alert(1)",
        texts: { "Sign in": `<img src=x onerror="alert(1)"><link>${ends}</link>`, constructor: "x" },
      });
      await route.fulfill({ response, json: project });
    });
    page.on("dialog", () => expect.unreachable("A script of the project ran."));
    await page.goto("/");
    await page.getByRole("heading", { name: "onerror" }).waitFor();
    const inside = await page.locator("gatehouse-sign-in").evaluate((element) => {
      const content = element.shadowRoot;
      return {
        markup: content?.querySelectorAll("script, style, link, [onerror], img[src=x]").length,
        links: [...(content?.querySelectorAll("a") ?? [])].map(({ protocol }) => protocol),
        button: getComputedStyle(content?.querySelector("[part~=button-primary]") ?? element).backgroundColor,
      };
    });
    expect(inside).toEqual({
      markup: 0,
      links: inside.links.filter((each) => each === "http:"),
      button: "rgb(28, 93, 78)",
    });
    expect(requests.filter((url) => url.includes("evil"))).toEqual([]);
  });
});
