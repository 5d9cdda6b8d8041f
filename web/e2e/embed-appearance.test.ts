import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { embedTag, heading } from "./harness/embed-page";
import { embedLook, embedWebsites, logos, setLook, styleOf, withLogos } from "./harness/embed-website";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { website } = embedWebsites(suite, () => browser);

const { open, theProject } = embedLook({ suite, website });

beforeAll(() => setLook(suite));
const untheme = () => embedTag(suite, 'data-appearance="none"');

/** Requests for the project, from now on. */
function projectRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "OPTIONS" && request.url().endsWith("/projects/current")) urls.push(request.url());
  });
  return urls;
}

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
});

describe("a hostile appearance", () => {
  it("neither runs script nor styles anything else", async ({ expect }) => {
    // Attack: a project owner's account is taken over, and injects script and style into every website of the project. The server
    // does not check the configuration. Each value ends its place, and adds markup, rules or a script address.
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
