import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { startProject } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { accountMenu, embedTag, eventsOf, heading } from "./harness/embed-page";
import { embedWebsites } from "./harness/embed-website";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { website, open, openSignedIn } = embedWebsites(suite, () => browser);

describe("styles", () => {
  /** Does what a website may do to its own elements: a reset, a framework, another root font size. */
  const hostile = `<style>
    html { font-size: 62.5%; direction: ltr }
    * { color: red !important; font: 40px/3 cursive !important; letter-spacing: 5px !important; text-transform: uppercase !important }
    button, input, a, div { padding: 50px !important; border: 10px dotted !important; display: inline !important }
    :root { --gh-accent: red; --gh-accent-light: red; --spacing: 3rem; --tw-shadow: 0 0 9px red; --color-accent: red }
  </style>`;

  /** Returns how each thing inside of the element looks. */
  const look = (page: Page) =>
    page.locator("gatehouse-sign-in").evaluate((element) => {
      const inside = [...(element.shadowRoot?.querySelectorAll("h1, p, a, label, input, button") ?? [])];
      return inside.map((each) => {
        const { color, font, letterSpacing, textTransform, padding, border, display, boxShadow, backgroundColor } =
          getComputedStyle(each);
        const { width, height } = each.getBoundingClientRect();
        return {
          color,
          font,
          letterSpacing,
          textTransform,
          padding,
          border,
          display,
          boxShadow,
          backgroundColor,
          width,
          height,
        };
      });
    });

  it("of the website do not reach in, whatever they are", async ({ expect }) => {
    const plain = await open("<gatehouse-sign-in></gatehouse-sign-in>");
    await heading(plain).waitFor();
    const sealed = await open("<gatehouse-sign-in></gatehouse-sign-in>", { head: hostile });
    await heading(sealed).waitFor();
    expect((await look(plain)).length).toBeGreaterThan(6);
    expect(await look(sealed)).toEqual(await look(plain));
  });

  it("of the elements do not reach out: the page gets no style element, no class and no attribute", async ({
    expect,
  }) => {
    const { page } = await openSignedIn("<gatehouse-user-button></gatehouse-user-button>");
    const outside = () =>
      page.evaluate(() => ({
        styles: document.querySelectorAll("style, link[rel=stylesheet]").length,
        sheets: document.adoptedStyleSheets.length,
        html: [...document.documentElement.attributes].map(({ name }) => name),
        body: [...document.body.attributes].map(({ name }) => name),
        children: [...document.body.children].map(({ localName }) => localName),
      }));
    await accountMenu(page).click();
    await page.getByRole("menuitem", { name: "Account settings" }).click();
    await page.getByRole("dialog").getByRole("heading", { name: "My profile" }).waitFor();
    expect(await outside()).toEqual({ styles: 0, sheets: 0, html: ["lang"], body: [], children: ["main"] });
  });

  it("are set from outside by variables and parts, and follow the page's scheme or an attribute", async ({
    expect,
  }) => {
    const page = await open(
      '<gatehouse-sign-in></gatehouse-sign-in><gatehouse-sign-up theme="dark"></gatehouse-sign-up>',
      {
        head: `<style>:root { --gatehouse-accent: #ffdd00; --gatehouse-radius: 0 }
          gatehouse-sign-in::part(heading) { text-transform: uppercase }</style>`,
      },
    );
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    await button.waitFor();
    const styles = await button.evaluate((element) => {
      const { backgroundColor, color, borderRadius } = getComputedStyle(element);
      return { backgroundColor, color, borderRadius };
    });
    expect(styles).toMatchObject({ backgroundColor: "rgb(255, 221, 0)", borderRadius: "0px" });
    // Black, by the lightness of the accent.
    expect(styles.color).toMatch(/^oklch\(0 0 0\)$/);
    expect(await heading(page).evaluate((element) => getComputedStyle(element).textTransform)).toBe("uppercase");

    const ink = (name: string) =>
      page.getByRole("heading", { name }).evaluate((element) => getComputedStyle(element).color);
    expect(await ink("Sign in")).toBe("rgb(27, 33, 30)");
    expect(await ink("Create your account")).toBe("rgb(236, 239, 233)");
  });
});

describe("account settings above the page", () => {
  it("leave the button that opened them as it was, and the page its address", async ({ expect }) => {
    const { page } = await openSignedIn("<gatehouse-user-button></gatehouse-user-button>");
    await accountMenu(page).click();
    const settings = page.getByRole("menuitem", { name: "Account settings" });
    await settings.waitFor();
    const place = () => page.locator("gatehouse-user-button").boundingBox();
    const history = () => page.evaluate(() => [location.href, window.history.length]);
    const before = [await place(), await history()];
    await settings.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "My profile" }).waitFor();
    await dialog.getByRole("link", { name: "Settings", exact: true }).click();
    await dialog.getByRole("heading", { name: "Settings", exact: true }).and(page.locator(":focus")).waitFor();
    expect([await place(), await history()]).toEqual(before);
  });
});

describe("a strict website", () => {
  it("needs no exception in its content security policy, and loads nothing from a third party", async ({ expect }) => {
    const { webUrl, apiUrl } = suite.gatehouse;
    const policy = `default-src 'none'; script-src ${webUrl}; connect-src ${apiUrl}; img-src data:; style-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;
    const hosts = new Set<string>();
    const page = await website(
      "<gatehouse-user-button></gatehouse-user-button><gatehouse-team-switcher></gatehouse-team-switcher><gatehouse-sign-in></gatehouse-sign-in>",
      { headers: { "Content-Security-Policy": policy } },
    );
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto("/");
    const email = newAddress();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText(`Signed in as ${email}.`).waitFor();

    await page.locator("gatehouse-team-switcher").getByRole("button").click();
    await page.getByRole("menuitem", { name: "Create a team" }).click();
    await page.getByRole("dialog").getByLabel("Display name of the team").fill("Blue");
    await page.getByRole("dialog").getByLabel("Display name of the team").press("Enter");
    await page.getByRole("dialog").getByRole("heading", { name: "Blue" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("gatehouse-team-switcher").getByRole("button").click();
    await page.getByRole("menuitem", { name: "Create a team" }).waitFor();
    // Without other teams, one line is between the settings of this team and what creates one.
    expect(await page.getByRole("separator").count()).toBe(1);
    await page.getByRole("menuitem", { name: "Team settings" }).click();
    await page.getByRole("dialog").getByRole("heading", { name: "Blue" }).waitFor();
    // The page itself would print what its policy has refused, which fails this test.
    const own = await page.evaluate(() => location.origin);
    expect([...hosts].filter((host) => host !== "null").sort()).toEqual([own, webUrl, apiUrl].sort());
  });
});

describe("a pinned version", () => {
  it("is loaded with its integrity, and runs no file that is not the one of this version", async ({ expect }) => {
    const { webUrl } = suite.gatehouse;
    const { script } = await (await fetch(`${webUrl}/embed/newest.json`)).json();
    // The site under test puts its API's address into the script as it serves it.
    const served = await (await fetch(webUrl + script)).arrayBuffer();
    const integrity = `sha384-${createHash("sha384").update(new Uint8Array(served)).digest("base64")}`;
    const page = await open("<gatehouse-sign-in></gatehouse-sign-in>", {
      tag: embedTag(suite, `crossorigin="anonymous" integrity="${integrity}"`, script),
      tolerated: /integrity|Failed to find a valid digest|cannot be loaded/,
    });
    await heading(page).waitFor();
    // Attack: who controls the site, or what is between it and the browser, changes a file that the pinned script loads.
    await page.route(`**${script.replace("embed.js", "first.js")}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `globalThis.isChanged = true;${await response.text()}` });
    });
    const failed = page.waitForEvent("console", (message) =>
      message.text().includes("is not the file of this version"),
    );
    await page.goto("/");
    await failed;
    const event = ["gatehouse-error", "document", { message: expect.stringContaining("first.js"), code: null }];
    await expect.poll(() => eventsOf(page)).toEqual([event]);
    expect(await page.evaluate(() => ["isChanged" in globalThis, customElements.get("gatehouse-sign-in")])).toEqual([
      false,
      undefined,
    ]);
  });
});
