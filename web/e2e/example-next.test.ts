import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { heading, signUpOnHostedPages } from "./harness/hosted-pages";
import { buildNextExample, recordedApi, startExample, startNextExample, typeErrors } from "./harness/start-example";

// One file, because Next writes into the folder of the example, whether it develops or builds.

const suite = startProject();
const browser = await sharedBrowser();

const projectId = () => suite.project.options.projectId;

/** A browser in which a new user is signed in to a website, by the cookies alone. */
async function signedInPage(url: string) {
  const { user, email } = await signUp(suite.project.clientApp());
  const { accessToken, refreshToken } = await user.getAuthJson();
  const page = await openPage(browser, url);
  const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]));
  await page.context().addCookies([
    { url, name: `stack-refresh-${projectId()}`, value: refreshToken ?? "" },
    { url, name: "stack-access", value: pair },
  ]);
  return { page, email, refreshToken };
}

const seenByBrowser = (page: Page, text: string) => page.getByText(`The browser sees ${text}.`).waitFor();
const cookiesOf = (page: Page, url: string, prefix: string) =>
  page
    .context()
    .cookies(url)
    .then((cookies) => cookies.filter(({ name }) => name.startsWith(prefix)));

// Next compiles each page as it is first requested, which takes a busy machine its time.
describe("the example next", { timeout: 300_000 }, () => {
  it("shows the user at first paint, protects pages and routes, and signs in and out", async () => {
    const { url, folder } = await startExample(suite, "next");
    expect(await typeErrors(folder)).toBe("");
    const { user, email } = await signUp(suite.project.clientApp());
    const { accessToken, refreshToken } = await user.getAuthJson();
    const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]));
    const cookie = `stack-refresh-${suite.project.options.projectId}=${refreshToken}; stack-access=${pair}`;
    const html = async (path: string, headers: Record<string, string>) =>
      (await (await fetch(url + path, { headers })).text()).replaceAll("<!-- -->", "");

    const signedIn = await html("/", { cookie });
    expect(signedIn).toContain(`The server sees ${email}.`);
    expect(signedIn).toContain(`The browser sees ${email}.`);
    expect(signedIn).not.toContain(suite.project.keys.secretServerKey);
    expect(signedIn).not.toContain(refreshToken);
    expect(await html("/", {})).toContain("The browser sees no user.");

    expect(await html("/account", { cookie })).toContain(`Account of ${email}`);
    // Compiled by a request too: the browser below waits for half a minute at most.
    await html("/handler/sign-in", {});

    const me = (headers: Record<string, string>) => fetch(`${url}/api/me`, { headers });
    expect(await (await me({ cookie })).json()).toEqual({ id: user.id, email });
    expect((await me({})).status).toBe(401);

    const page = await openPage(browser, url);
    await page.goto("/account");
    await page.waitForURL(/\/handler\/sign-in\?after_auth_return_to=%2Faccount$/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: `Account of ${email}` }).waitFor();
    await page.goto("/");
    await page.getByText(`The browser sees ${email}.`).waitFor();
    await page.goto("/handler/sign-out");
    await page.getByText("The browser sees no user.").waitFor();
  });
});

describe("the example next after next build, by next start", () => {
  let own: Awaited<ReturnType<typeof startNextExample>>;
  let hosted: typeof own;

  beforeAll(async () => {
    await buildNextExample(suite);
    [own, hosted] = await Promise.all([startNextExample(suite), startNextExample(suite, { HOSTED: "1" })]);
  }, 300_000);
  afterAll(() => Promise.all([own?.stop(), hosted?.stop()]));

  describe("with pages of the website's own", () => {
    it("sign a user in by the proxy, change them and sign them out by server actions, and the browser follows", async () => {
      const { email } = await signUp(suite.project.clientApp());
      const page = await openPage(browser, own.url);
      await page.goto("/account?tab=2");
      await page.waitForURL(/\/handler\/sign-in\?after_auth_return_to=%2Faccount%3Ftab%3D2$/);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await heading(page, `Account of ${email}`).waitFor();
      await expect.poll(() => page.url()).toBe(`${own.url}/account?tab=2`);
      await page.getByText("Active sessions: 2").waitFor();

      await page.getByLabel("Name").fill("Zoë");
      await page.getByRole("button", { name: "Save" }).click();
      await heading(page, "Account of Zoë").waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("The server sees no user.").waitFor();
      await seenByBrowser(page, "no user");
      await expect.poll(() => page.url()).toBe(`${own.url}/`);
      expect(await cookiesOf(page, own.url, "stack-refresh-")).toEqual([]);
    });

    it("show the user at first paint, whether or not scripts run, and print no hydration warnings", async () => {
      const { page, email } = await signedInPage(own.url);
      const response = await page.goto("/");
      const html = (await response?.text())?.replaceAll("<!-- -->", "");
      expect(html).toContain(`The server sees ${email}.`);
      expect(html).toContain(`The browser sees ${email}.`);
      expect(html).not.toContain("The browser sees no user.");
      expect(html).not.toContain(suite.project.keys.secretServerKey);
      await page.getByRole("button", { name: "Account menu" }).waitFor();
    });

    it("keep a session whose access token has expired: a page without the proxy renders, and the proxy renews it", async () => {
      const { page, email, refreshToken } = await signedInPage(own.url);
      await page.context().clearCookies({ name: "stack-access" });
      // A server component refreshes for itself, because it can set no cookie; the refresh token stays good.
      const headers = { cookie: `stack-refresh-${projectId()}=${refreshToken}`, accept: "text/html" };
      const open = await fetch(`${own.localUrl}/members`, { headers });
      expect(await open.text()).toContain(email);
      expect(open.headers.getSetCookie()).toEqual([]);
      const guarded = await fetch(`${own.localUrl}/account`, { headers });
      expect(await guarded.text()).toContain(email);
      expect(guarded.headers.getSetCookie().join()).toMatch(/stack-access=[^;]/);

      await page.goto("/members");
      await heading(page, `Members, among them ${email}`).waitFor();
      await page.goto("/account");
      await heading(page, `Account of ${email}`).waitFor();
      await page.goto("/");
      await seenByBrowser(page, email);
      expect((await cookiesOf(page, own.url, "stack-refresh-")).map(({ value }) => value)).toEqual([refreshToken]);
    });

    it("redirect from a server component, and show Next's own page for an unknown handler page", async () => {
      const page = await openPage(browser, own.url, /404/);
      await page.goto("/members");
      await page.waitForURL(/\/handler\/sign-in$/);
      await heading(page, "Sign in").waitFor();
      await page.goto("/handler/no-such-page");
      await page.getByText("This page could not be found.").waitFor();
    });
  });

  describe("with a form of the website's own, by a server action", () => {
    async function addressSaid(variables: Record<string, string>) {
      const api = await recordedApi(suite.gatehouse.apiUrl);
      const website = await startNextExample(suite, { GATEHOUSE_API_URL_SERVER: api.url, ...variables });
      onTestFinished(website.stop);
      const { email } = await signUp(suite.project.clientApp());
      const page = await openPage(browser, website.url);
      // Sends what the visitor has written, then what a proxy has added to it.
      await page.setExtraHTTPHeaders({ "x-forwarded-for": "198.51.100.1, 203.0.113.9" });
      await page.goto("/own-sign-in");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await heading(page, `Account of ${email}`).waitFor();
      return api.received.find(({ path }) => path === "/api/v1/auth/password/sign-in")?.headers;
    }

    it("sign a user up, tell a returning one that the account exists, and sign them in", async () => {
      const page = await openPage(browser, own.url);
      const email = newAddress();
      const submit = async (name: string) => {
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password").fill(PASSWORD);
        await page.getByRole("button", { name }).click();
      };
      await page.goto("/own-sign-in");
      await submit("Sign up");
      await heading(page, `Account of ${email}`).waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("The server sees no user.").waitFor();
      await page.goto("/own-sign-in");
      await submit("Sign up");
      await page.getByRole("alert").filter({ hasText: "already exists" }).waitFor();
      await submit("Sign in");
      await heading(page, `Account of ${email}`).waitFor();
    });

    // Attack: a visitor of a website without a proxy says that they are somebody else, whose tries they use up, or everybody in turn.
    it("sign a user in for the visitor whom the proxy names, and for nobody where the website trusts none", async () => {
      const secret = { "x-stack-secret-server-key": suite.project.keys.secretServerKey };
      const proxied = await addressSaid({ TRUSTED_PROXIES: "1" });
      expect(proxied).toMatchObject({ ...secret, "x-gatehouse-client-ip": "203.0.113.9" });
      const direct = await addressSaid({});
      expect(direct).toMatchObject(secret);
      expect(direct).not.toHaveProperty("x-gatehouse-client-ip");
    });
  });

  describe("with hosted pages", () => {
    it("sign a user up by the proxy, who comes back to the page with its query, and out on both", async () => {
      // The hosted pages find out by their refresh token that their session has ended.
      const page = await openPage(browser, hosted.url, /401 .*\/auth\/oauth\/token/);
      await page.goto("/account?tab=2");
      await heading(page, "Sign in").waitFor();
      await expect.poll(() => page.url()).toContain(suite.gatehouse.webUrl);
      // Attack: an injected script of the website takes the verifier.
      const verifiers = await cookiesOf(page, hosted.url, "stack-oauth-outer-");
      expect(verifiers).toMatchObject([{ httpOnly: true, sameSite: "Lax" }]);
      await page.getByRole("link", { name: "Create an account" }).click();
      const email = await signUpOnHostedPages(page);
      await heading(page, `Account of ${email}`).waitFor();
      await expect.poll(() => page.url()).toBe(`${hosted.url}/account?tab=2`);
      expect(await cookiesOf(page, hosted.url, "stack-oauth-outer-")).toEqual([]);
      await page.goto("/");
      await seenByBrowser(page, email);

      await page.goto("/account");
      await page.getByRole("button", { name: "Sign out" }).click();
      await seenByBrowser(page, "no user");
      await page.goto("/account");
      await heading(page, "Sign in").waitFor();
    });

    it("begin no sign-in for a link that is prefetched, and one when it is clicked", async () => {
      // Attack: a page full of links to protected pages fills the browser's cookies by being looked at.
      const page = await openPage(browser, hosted.url);
      const prefetched = page.waitForResponse((response) => new URL(response.url()).pathname === "/account");
      await page.goto("/");
      expect((await prefetched).status()).toBe(204);
      expect(await cookiesOf(page, hosted.url, "stack-oauth-outer-")).toEqual([]);
      await page.getByRole("link", { name: "Account" }).click();
      await heading(page, "Sign in").waitFor();
      expect(await cookiesOf(page, hosted.url, "stack-oauth-outer-")).toHaveLength(1);
    });

    it("sign in for a server component, which can keep no verifier, by a page of the handler", async () => {
      const page = await openPage(browser, hosted.url);
      await page.goto("/members");
      await heading(page, "Sign in").waitFor();
      await page.getByRole("link", { name: "Create an account" }).click();
      const email = await signUpOnHostedPages(page);
      await seenByBrowser(page, email);
      await page.goto("/members");
      await heading(page, `Members, among them ${email}`).waitFor();
    });

    it("offer to sign in again after a return that no sign-in of this browser belongs to", async () => {
      // Attack: login CSRF (RFC 6749, section 10.12): a link with the attacker's own code signs the visitor in as them.
      const page = await openPage(browser, hosted.url);
      const issuer = `${suite.gatehouse.apiUrl}/api/v1/projects/${projectId()}`;
      await page.goto(`/account?${new URLSearchParams({ code: "attackers", state: "hosted-attackers", iss: issuer })}`);
      await heading(page, "This sign-in is no longer valid").waitFor();
      expect(await cookiesOf(page, hosted.url, "stack-refresh-")).toEqual([]);
      await page.getByRole("button", { name: "Sign in again" }).click();
      await page.getByRole("link", { name: "Create an account" }).click();
      const email = await signUpOnHostedPages(page);
      await heading(page, `Account of ${email}`).waitFor();
      await expect.poll(() => page.url()).toBe(`${hosted.url}/account`);
    });
  });
});
