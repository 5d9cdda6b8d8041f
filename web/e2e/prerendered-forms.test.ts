import type { Browser, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newProject, signUp } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { languages } from "../ui/translation/languages";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";
import { hostedPage } from "./harness/hosted-pages";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** The scripts of the handler pages, without which nothing is hydrated. */
const scripts = "**/assets/handler*.js";

/** A page that waits for its scripts until `run` is called. */
async function openWithoutScripts(of: Browser, tolerated?: RegExp): Promise<{ page: Page; run(): Promise<void> }> {
  const page = await openPage(of, gatehouse.webUrl, tolerated);
  const held: Route[] = [];
  let isHeld = true;
  await page.route(scripts, (route) => (isHeld ? held.push(route) : route.continue()));
  const run = async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
  return { page, run };
}

/** The document that a browser of some languages gets. */
async function documentAt(path: string, acceptLanguage = "en"): Promise<string> {
  const response = await fetch(gatehouse.webUrl + path, { headers: { "Accept-Language": acceptLanguage } });
  return response.text();
}

const emailField = (page: Page) => page.getByRole("textbox", { name: "Email" });

/** The field that has the focus, what was typed into it, and where the next letter goes. */
function focused(page: Page) {
  return page.evaluate(() => {
    const input = document.activeElement;
    if (!(input instanceof HTMLInputElement)) return undefined;
    return { name: input.name, value: input.value };
  });
}

/** Adds up how far the page shifts what it shows, in `shifts`. Runs in the page. */
function watchShifts(): void {
  const counted = globalThis as unknown as { shifts: number };
  counted.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) counted.shifts += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift" });
}

describe("the document of a handler page", () => {
  it.each(["sign-in", "sign-up", "forgot-password"])("has the form of %s", async (name) => {
    const html = await documentAt(`/handler/${name}`);
    expect(html).toMatch(/<form [^>]*>.*<label [^>]*>Email<\/label><input type="email"[^>]* name="email"/);
    // Attack: a form that is submitted before React listens would put what was typed into the address.
    expect(html).toMatch(/<button type="submit"[^>]* disabled=""/);
    // The site's policy on scripts takes none that stands in a document.
    expect(html).not.toMatch(/<script(?![^>]* src=")/);
  });

  it("is in the browser's language, or in that of the address", async () => {
    expect(await documentAt("/handler/sign-in", "xx, de-AT;q=0.9, en;q=0.8")).toContain(">E-Mail</label>");
    const japanese = await documentAt("/handler/sign-in?lang=ja", "de");
    expect(japanese).toContain('<html lang="ja-JP"');
    const texts = await Promise.all(
      languages.map(
        async (language) => /<h1[^>]*>([^<]+)/.exec(await documentAt(`/handler/sign-up?lang=${language}`))?.[1],
      ),
    );
    // Canada and France say the same.
    expect(new Set(texts).size).toBe(languages.length - 1);
    expect(texts).not.toContain(undefined);
  });

  it("has a frame in which the page loads where that has no form", async () => {
    for (const page of ["password-reset", "oauth-callback", "mfa", "unknown"]) {
      const html = await documentAt(`/handler/${page}`);
      expect(html).toContain('aria-busy="true"');
      expect(html).not.toContain("<form");
    }
  });

  it("is accessible before any script has run", async () => {
    const { page, run } = await openWithoutScripts(browser);
    await page.goto("/handler/sign-in", { waitUntil: "commit" });
    await emailField(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await run();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  });
});

describe("what was typed before the page is hydrated", () => {
  const methods = {
    "a password": { credentialEnabled: true },
    "a code": { credentialEnabled: false, magicLinkEnabled: true },
    "both, and other accounts": {
      magicLinkEnabled: true,
      passkeyEnabled: true,
      oauthProviders: (["google", "github"] as const).map((id) => ({ id, type: "shared" as const })),
    },
  };

  it.each(Object.entries(methods))("stays where it is on the page of a project with %s", async (_name, config) => {
    const project = await newProject(gatehouse, config);
    const { page, run } = await openWithoutScripts(browser);
    await page.goto(hostedPage(gatehouse, project, "sign-in"), { waitUntil: "commit" });
    const field = emailField(page);
    await field.waitFor();
    // The browser has given the field the focus.
    await expect.poll(() => focused(page)).toEqual({ name: "email", value: "" });
    await page.keyboard.type("ada.example");
    for (let letter = 0; letter < ".example".length; letter++) await page.keyboard.press("ArrowLeft");
    const element = await field.elementHandle();
    await page.evaluate(watchShifts);
    await run();
    await page.getByText("Under test").first().waitFor();
    await page.keyboard.type("@mail");
    expect(await focused(page)).toEqual({ name: "email", value: "ada@mail.example" });
    expect(await element?.evaluate((input) => input === document.activeElement)).toBe(true);
    // This counts as good (Core Web Vitals): the room that is kept fits most projects.
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBeLessThan(0.1);
    if (!("oauthProviders" in config)) return;
    await page.getByRole("tab", { name: "Email & password" }).click();
    expect(await emailField(page).inputValue()).toBe("ada@mail.example");
  });

  it("signs in", async () => {
    const project = await newProject(gatehouse);
    const email = newAddress("early");
    await signUp(project.clientApp(), email);
    const { page, run } = await openWithoutScripts(browser);
    await page.goto(hostedPage(gatehouse, project, "sign-in"), { waitUntil: "commit" });
    await emailField(page).waitFor();
    await page.keyboard.type(email);
    // Attack: the browser itself would send the form, and put the address into the history.
    await page.keyboard.press("Enter");
    await run();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/handler/account-settings?*");
    expect(page.url()).not.toContain("email");
  });

  it.each(["sign-up", "forgot-password"])("stays on the page %s", async (name) => {
    const { page, run } = await openWithoutScripts(browser);
    await page.goto(`/handler/${name}`, { waitUntil: "commit" });
    await emailField(page).waitFor();
    const element = await emailField(page).elementHandle();
    await page.keyboard.type("ada@");
    await run();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await page.keyboard.type("mail.example");
    expect(await focused(page)).toEqual({ name: "email", value: "ada@mail.example" });
    expect(await element?.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it("goes into the form of the language that the tab remembers", async () => {
    const { page, run } = await openWithoutScripts(browser);
    await run();
    await page.goto("/handler/sign-in?lang=de");
    await page.getByRole("heading", { level: 1, name: "Anmelden" }).waitFor();
    await page.goto("/handler/forgot-password");
    await page.keyboard.type("ada@");
    await page.getByRole("heading", { level: 1, name: "Passwort vergessen?" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de-DE");
  });
});

describe("whoever may be signed in", () => {
  it("sees the form only once it is known that they are not", async () => {
    const { page, run } = await openWithoutScripts(browser, /Failed to load resource/);
    await page.context().addCookies([{ name: "stack-refresh-internal", value: "ended", url: gatehouse.webUrl }]);
    await page.goto("/handler/sign-in", { waitUntil: "commit" });
    await page.locator("input[name=email]").waitFor({ state: "attached" });
    expect(await emailField(page).count()).toBe(0);
    await run();
    await emailField(page).waitFor();
    await expect.poll(() => focused(page)).toEqual({ name: "email", value: "" });
  });
});

describe("a project without the form of the document", () => {
  it("shows its own methods in its place", async () => {
    const project = await newProject(gatehouse, {
      credentialEnabled: false,
      oauthProviders: [{ id: "github", type: "shared" }],
    });
    const { page, run } = await openWithoutScripts(browser);
    await page.goto(hostedPage(gatehouse, project, "sign-in"), { waitUntil: "commit" });
    await emailField(page).waitFor();
    await run();
    await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
    expect(await emailField(page).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("says so where it takes no new accounts, or is none", async () => {
    const closed = await newProject(gatehouse, { signUpEnabled: false });
    const { page, run } = await openWithoutScripts(browser, /404/);
    await run();
    await page.goto(hostedPage(gatehouse, closed, "sign-up"));
    await page.getByRole("heading", { name: "Sign-up is closed" }).waitFor();
    await page.goto(hostedPage(gatehouse, { projectId: crypto.randomUUID() }, "sign-in"));
    await page.getByRole("heading", { name: "There is no sign-in page here" }).waitFor();
    expect(await emailField(page).count()).toBe(0);
  });
});
