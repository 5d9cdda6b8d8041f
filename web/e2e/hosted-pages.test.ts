import type { ConsoleMessage, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newOwner, newProject } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import {
  heading,
  hostedPage,
  hostedProject,
  overrideProject,
  refused,
  signOutOnHostedPages,
  signUpOnHostedPages,
} from "./harness/hosted-pages";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const { project, visit } = await hostedProject({ browser, gatehouse });

describe("the look of hosted pages", () => {
  it("is the project's, readable in both schemes, with its own texts and links; it holds no markup of the project's", async ({
    expect,
  }) => {
    const own = await newProject(gatehouse);
    await own.owned.update({ displayName: "<b>Bakery</b>" });
    await overrideProject(gatehouse, own, {
      "appearance.accentColor": "#ffdd00",
      "appearance.radius": "large",
      "appearance.font": "serif",
      "appearance.termsUrl": "https://bakery.example/terms",
      "appearance.supportUrl": "mailto:help@bakery.example",
      "appearance.homeUrl": "https://bakery.example/",
      // Attack: script injection on the origin where owners sign in to the dashboard, by a text of a project's own.
      "appearance.texts.t1": { original: "Sign in", text: '<img src=x onerror="alert(1)"> Come in' },
      "appearance.texts.t2": { original: "A text that no page has", text: "x" },
    });
    const page = await visit("sign-in", {}, own);
    await heading(page, '<img src=x onerror="alert(1)"> Come in').waitFor();
    await page.getByText("<b>Bakery</b>", { exact: true }).first().waitFor();
    await expect.poll(() => page.locator("main img, main b").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    const button = page.getByRole("button", { name: "Come in" });
    await expect
      .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe("rgb(255, 221, 0)");
    await expect
      .poll(() => page.getByRole("link", { name: "Contact support" }).getAttribute("href"))
      .toBe("mailto:help@bakery.example");
    await expect.poll(() => page.title()).toBe('<img src=x onerror="alert(1)"> Come in · <b>Bakery</b>');
  });

  it("is in the language of the address, which every link keeps", async ({ expect }) => {
    const page = await visit("sign-in", { lang: "de" });
    await heading(page, "Anmelden").waitFor();
    await page.getByRole("link", { name: "Konto erstellen" }).click();
    await page.waitForURL("**/handler/sign-up?**");
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ project_id: project.projectId, lang: "de" });
  });
});

describe("an address of a hosted page", () => {
  it("404: says plainly that there is none of no project, of two, and of one that has switched them off", async ({
    expect,
  }) => {
    const own = await newProject(gatehouse);
    await overrideProject(gatehouse, own, { "hostedPages.enabled": false });
    const page = await openPage(browser, gatehouse.webUrl, refused);
    for (const query of ["nothing", "internal&project_id=internal", own.projectId]) {
      await page.goto(`/handler/sign-in?project_id=${query}`);
      await heading(page, "There is no sign-in page here").waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("never uses the session of the dashboard on the same origin, nor gives it one", async ({ expect }) => {
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), "/projects", refused);
    await heading(page, "Projects").waitFor();
    await page.goto(hostedPage(gatehouse, project, "sign-in"));
    await heading(page, "Sign in").waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    const email = await signUpOnHostedPages(page);
    await heading(page, "Account settings").waitFor();
    await page.getByText(email).first().waitFor();
    await signOutOnHostedPages(page, gatehouse, project);
    await page.goto("/projects");
    await heading(page, "Projects").waitFor();
    await expect.poll(() => page.url()).toBe(`${gatehouse.webUrl}/projects`);
  });
});

it("home is the website that the configuration names, whatever the address says", async ({ expect }) => {
  // Attack: an open redirect (CWE-601) by a parameter of the page that goes on to the website.
  const own = await newProject(gatehouse);
  const home = `${gatehouse.mailbox.pageUrl}/?home`;
  await overrideProject(gatehouse, own, { "appearance.homeUrl": home });
  const elsewhere = "https://evil.example/";
  const names = ["home_url", "homeUrl", "home", "url", "to", "next", "redirect_uri", "redirect_url", "return_to"];
  const query = Object.fromEntries([...names, "after_auth_return_to"].map((name) => [name, elsewhere]));
  const page = await visit("home", query, own);
  await page.waitForURL(home);
  const visited: string[] = [];
  page.on("framenavigated", (frame) => frame === page.mainFrame() && visited.push(new URL(frame.url()).origin));
  // Without a website, home is the account's own page.
  await page.goto(hostedPage(gatehouse, project, "home", query));
  await heading(page, "Sign in").waitFor();
  expect(new Set(visited)).toEqual(new Set([gatehouse.webUrl]));
});

describe("attacks on the return", () => {
  const request = {
    redirect_uri: "https://evil.example/",
    state: "s1",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  };
  let page: Page;

  beforeAll(async () => {
    const context = await browser.newContext({ baseURL: gatehouse.webUrl });
    page = await context.newPage();
    await page.goto(hostedPage(gatehouse, project, "sign-up"));
    await signUpOnHostedPages(page);
    await heading(page, "Account settings").waitFor();
  });
  afterAll(() => page.context().close());

  it.for([
    "https://evil.example/",
    "javascript:alert(document.cookie)",
    "the dashboard",
    "the hosted pages of another project",
  ])("400 REDIRECT_URL_NOT_WHITELISTED: no code goes to %s", async (target, { expect }) => {
    // Attack: a foreign return address gets an authorization code of any signed-in user who follows the link.
    const redirect_uri =
      target === "the dashboard"
        ? `${gatehouse.webUrl}/projects`
        : target === "the hosted pages of another project"
          ? hostedPage(gatehouse, { projectId: "internal" }, "oauth-callback")
          : target;
    const visited: string[] = [];
    const listener = (frame: { url(): string }) => visited.push(frame.url());
    page.on("framenavigated", listener);
    const warnings: string[] = [];
    const onMessage = (message: ConsoleMessage) => message.type() === "warning" && warnings.push(message.text());
    page.on("console", onMessage);
    await page.goto(hostedPage(gatehouse, project, "authorize", { ...request, redirect_uri }));
    await page.getByRole("heading", { level: 1, name: /^You cannot continue|^The sign-in could not/ }).waitFor();
    page.off("framenavigated", listener);
    page.off("console", onMessage);
    if (target === "https://evil.example/") {
      expect(warnings).toEqual([expect.stringMatching(/^Gatehouse: https:\/\/evil\.example is not trusted .*Domains/)]);
    }
    expect(visited.map((url) => new URL(url).pathname)).toEqual(["/handler/authorize"]);
  });

  it("no code without a state", async ({ expect }) => {
    // Attack: a return that anyone who sees the code could redeem.
    const { state: _, ...rest } = { ...request, redirect_uri: "http://localhost:9/" };
    await page.goto(hostedPage(gatehouse, project, "authorize", rest));
    await heading(page, "This sign-in link is not complete").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/handler/authorize");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.for(["//evil.example", "javascript:alert(1)"])(
    "after_auth_return_to %s leads nowhere else",
    async (target, { expect }) => {
      // Attack: an open redirect by the parameter that brings the request back from the sign-in page.
      await page.goto(hostedPage(gatehouse, project, "sign-in", { after_auth_return_to: target }));
      await heading(page, "Account settings").waitFor();
      await expect.poll(() => new URL(page.url()).origin).toBe(gatehouse.webUrl);
    },
  );

  it.for([
    "sign-in",
    "sign-up",
    "forgot-password",
    "sign-out",
    "error",
    "oauth-callback",
    "mfa",
    "onboarding",
    "team-invitation",
    "home",
  ])("no parameter of %s leads to another site, by itself or by a link", async (name, { expect }) => {
    // Attack: an open redirect (CWE-601), on the origin at which people type their passwords.
    const names = [
      "after_auth_return_to",
      "after_callback_redirect_url",
      "redirect_uri",
      "redirect_url",
      "callback_url",
    ];
    const others = ["return_to", "returnTo", "next", "url", "to", "home_url", "logo_url", "support_url", "message"];
    const query = Object.fromEntries([...names, ...others].map((name) => [name, "https://evil.example/"]));
    const requests: string[] = [];
    const listener = (request: { url(): string }) => requests.push(new URL(request.url()).origin);
    page.on("request", listener);
    await page.goto(hostedPage(gatehouse, project, name, query));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    page.off("request", listener);
    expect(new Set(requests)).toEqual(new Set([gatehouse.webUrl, gatehouse.apiUrl]));
    await expect
      .poll(() => page.locator('[href*="//evil.example"], [src*="//evil.example"], [action*="//evil.example"]').count())
      .toBe(0);
  });
});
