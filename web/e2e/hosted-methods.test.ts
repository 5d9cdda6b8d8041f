import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newProject, type ProjectUnderTest, signUp } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { serveWebsite, type Website } from "../../scripts/testing/website";
import { type ClientAppOptions, GatehouseClientApp } from "../kit";
import { accessibilityProblems } from "./harness/accessibility";
import { authenticatorApp } from "./harness/authenticator-app";
import { sharedBrowser } from "./harness/browser";
import { heading, hostedPage, mailedLink, refused, shownUser, signUpOnHostedPages } from "./harness/hosted-pages";
import { openPage } from "./harness/open-page";
import { plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });
let project: ProjectUnderTest;
let shop: Website;
let options: ClientAppOptions;

beforeAll(async () => {
  project = await newProject(gatehouse, {
    magicLinkEnabled: true,
    passkeyEnabled: true,
    oauthProviders: [{ id: "google", type: "shared" }],
  });
  options = {
    baseUrl: gatehouse.apiUrl,
    projectId: project.projectId,
    publishableClientKey: project.keys.publishableClientKey,
    hosted: gatehouse.webUrl,
    tokenStore: "cookie",
  };
  shop = await serveWebsite("shop", options);
});
afterAll(() => shop.stop());

/** Where the website's visitors are when they leave to sign in. */
const place = "/basket?item=1#top";

/** The hosted sign-in page, in a new profile, as the website's button leads to it. */
async function signInPage(): Promise<Page> {
  const page = await openPage(browser, shop.url, refused);
  await page.goto(place);
  await shownUser(page, "Signed out");
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Sign in").waitFor();
  return page;
}

/** Waits until the website's page is shown as it was left, with this user. */
async function isBack(page: Page, email: string): Promise<void> {
  await page.waitForURL(`${shop.url}${place}`);
  await shownUser(page, `Signed in as ${email}`);
}

async function fillSignIn(page: Page | FrameLocator, email: string, password = PASSWORD): Promise<void> {
  const tab = page.getByRole("tab", { name: "Email & password" });
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await tab.click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A user of the project who has a password. */
async function newUser() {
  const email = newAddress("visitor");
  const app = project.clientApp();
  await signUp(app, email);
  return { email, user: await app.getUser({ or: "throw" }) };
}

describe("ways to sign in on hosted pages lead back to the website, to the very place", () => {
  it("an OAuth provider", async () => {
    const page = await signInPage();
    const email = newAddress("visitor");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await isBack(page, email);
  });

  it("a password", async () => {
    const { email } = await newUser();
    const page = await signInPage();
    await fillSignIn(page, email);
    await isBack(page, email);
  });

  it("a password and a second factor", async ({ expect }) => {
    const { email, user } = await newUser();
    await user.update({ totpMultiFactorSecret: new Uint8Array(Buffer.from("48656c6c6f21deadbeef".repeat(2), "hex")) });
    const page = await signInPage();
    await fillSignIn(page, email);
    await heading(page, "Two-step verification").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("project_id")).toBe(project.projectId);
    await page.getByLabel("Code").fill(authenticatorApp("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP").shows());
    await isBack(page, email);
  });

  it("a passkey, whose host is that of the hosted pages", async () => {
    const page = await signInPage();
    await plugIn(await virtualAuthenticators(page));
    await page.getByRole("link", { name: "Create an account" }).click();
    const email = await signUpOnHostedPages(page);
    await isBack(page, email);
    const [user] = await project.serverApp().listUsers({ query: email });
    await user?.setPrimaryEmail(email, { verified: true });
    await page.goto(`${hostedPage(gatehouse, project, "account-settings")}#auth`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Your passkey is registered.").waitFor();

    // Away from the page first, which redirects as soon as it notices that the session is gone.
    await page.goto("about:blank");
    await page.context().clearCookies();
    // Virtual authenticators would choose the passkey as soon as the autofill offers it, before the button is pressed.
    await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, "isConditionalMediationAvailable"));
    await page.goto(shop.url + place);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await isBack(page, email);
  });

  it("the code of a mail", async () => {
    const email = newAddress("visitor");
    const page = await signInPage();
    await requestMagicLink(page, email);
    const { text } = await gatehouse.mailbox.waitFor({ to: email });
    const code = /^\s*([A-Z0-9]{6})\s*$/m.exec(text)?.[1];
    if (!code) throw new Error(`The mail has no code:\n${text}`);
    await page.getByLabel("Code").fill(code);
    await isBack(page, email);
  });

  it("the link of a mail, in another tab of the browser", async () => {
    const email = newAddress("visitor");
    const page = await signInPage();
    await requestMagicLink(page, email);
    const tab = await page.context().newPage();
    await tab.goto(await mailedLink(gatehouse, email));
    // It follows within seconds, and the first of both tabs takes the address with the hash.
    await page.close();
    await tab.getByRole("button", { name: "Sign in", exact: true }).click();
    await isBack(tab, email);
  });

  it("the link of a mail, in another browser: the website starts over, and does not ask again", async ({ expect }) => {
    const email = newAddress("visitor");
    await requestMagicLink(await signInPage(), email);
    const other = await openPage(browser, gatehouse.webUrl, refused);
    await other.goto(await mailedLink(gatehouse, email));
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    // Attack: login CSRF. A code for a request that another browser made signs no user in here.
    await shownUser(other, "Signed out");
    await expect.poll(() => other.url()).toBe(`${shop.url}/basket?item=1`);
    await other.getByRole("button", { name: "Sign in" }).click();
    await shownUser(other, `Signed in as ${email}`);
  });

  it("a password that was reset by mail", async () => {
    const { email } = await newUser();
    const page = await signInPage();
    await page.getByRole("tab", { name: "Email & password" }).click();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await heading(page, "Forgot your password?").waitFor();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await heading(page, "Check your inbox").waitFor();
    await page.goto(await mailedLink(gatehouse, email, /password/i));
    await page.getByLabel("New password", { exact: true }).fill("another fine password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("button", { name: "Sign in" }).click();
    await fillSignIn(page, email, "another fine password");
    await isBack(page, email);
  });
});

async function requestMagicLink(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send email" }).click();
  await page.getByText(email).first().waitFor();
}

it("an invitation that the website's kit sends is accepted on hosted pages, and the website then asks nothing", async () => {
  const { user } = await newUser();
  const team = await project.serverApp().createTeam({ displayName: "Bakers", creatorUserId: user.id });
  const { accessToken, refreshToken } = await user.currentSession.getTokens();
  const app = new GatehouseClientApp({
    ...options,
    tokenStore: { accessToken: accessToken ?? "", refreshToken: refreshToken ?? "" },
  });
  const captain = await app.getUser({ or: "throw" });
  const email = newAddress("baker");
  await (await captain.getTeam(team.id))?.inviteUser({ email });

  const page = await openPage(browser, shop.url, refused);
  await page.goto(await mailedLink(gatehouse, email));
  await page.getByRole("button", { name: "Create an account" }).click();
  await heading(page, "Create your account").waitFor();
  await page.getByRole("tab", { name: "Email & password" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { level: 2, name: "Bakers" }).waitFor();
  await page.goto("/members");
  await shownUser(page, `Signed in as ${email}`);
});

it("a command line of an app with hosted pages is confirmed there, after a sign-in", async ({ expect }) => {
  const { email } = await newUser();
  const app = new GatehouseClientApp({ ...options, tokenStore: "memory" });
  const login = Promise.withResolvers<string>();
  const outcome = app.promptCliLogin({ promptLink: login.resolve, waitTimeMillis: 200 });
  const page = await openPage(browser, gatehouse.webUrl, refused);
  await page.goto(await login.promise);
  await fillSignIn(page, email);
  await page.getByRole("button", { name: "Authorize" }).click();
  await heading(page, "The command line is authorized").waitFor();
  expect((await outcome).status).toBe("ok");
});

it("an anonymous user of the website becomes another one, whose session ends", async ({ expect }) => {
  const { email } = await newUser();
  const page = await openPage(browser, shop.url, refused);
  await page.goto(place);
  await shownUser(page, "Signed out");
  const anonymous = await page.evaluate(async () => {
    const user = await (window as unknown as { app: GatehouseClientApp }).app.getUser({ or: "anonymous" });
    return { id: user.id, ...(await user.currentSession.getTokens()) };
  });
  const visited: string[] = [];
  page.context().on("request", (request) => visited.push(request.url()));
  await page.getByRole("button", { name: "Sign in" }).click();
  await fillSignIn(page, email);
  await isBack(page, email);
  // Attack: tokens in the addresses of requests, and so in logs.
  expect(visited.join("\n")).not.toContain(anonymous.refreshToken);
  const left = new GatehouseClientApp({
    ...options,
    tokenStore: { accessToken: "", refreshToken: anonymous.refreshToken ?? "" },
  });
  expect(await left.getUser({ or: "anonymous-if-exists[deprecated]" })).toBeNull();
  expect((await project.serverApp().getUser(anonymous.id))?.primaryEmail).toBeNull();
});

it("a sign-in page in a frame of the website goes on outside of it", async ({ expect }) => {
  // Attack: clickjacking. What confirms something is shown in no frame, so the way on leaves it.
  // Of the same site as the hosted pages: browsers keep cookies from a frame of another one.
  const origin = shop.url.replace("shop.localhost", "localhost");
  const page = await openPage(browser, origin, refused);
  await page.goto("/");
  const request = new URLSearchParams({
    project_id: project.projectId,
    redirect_uri: `${origin}/by-hand`,
    state: "s1",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const framed = hostedPage(gatehouse, project, "sign-in", { after_auth_return_to: `/handler/authorize?${request}` });
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement("iframe"), { src, width: 600, height: 900 });
    document.body.append(frame);
  }, framed);
  const { email } = await newUser();
  await fillSignIn(page.frameLocator("iframe"), email);
  await page.waitForURL(`${origin}/by-hand?**`);
  await expect.poll(() => new URL(page.url()).searchParams.get("state")).toBe("s1");
});

// Attack: a restricted user tries the ways in that are left to them. Without the password, nothing of the restriction shows.
describe("a restricted user", () => {
  const sentence = "Your account is restricted. Contact the owner of this app.";

  async function restricted() {
    const { email, user } = await newUser();
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/users/${user.id}/restriction`, {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "server",
        "x-stack-project-id": project.projectId,
        "x-stack-secret-server-key": project.keys.secretServerKey,
      },
      body: "{}",
    });
    if (!response.ok) throw new Error(await response.text());
    return { email, user };
  }

  it("reads so on the sign-in page, after the right password only", async ({ expect }) => {
    const { email, user } = await restricted();
    const page = await signInPage();
    await fillSignIn(page, email, "not the password");
    await page.getByText("This email address and password do not match.").waitFor();
    await expect.poll(() => page.getByText(sentence).count()).toBe(0);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText(sentence).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The official client, which does not know the error, throws it, and has no user from then on.
    const app = project.clientApp();
    await expect(app.signInWithCredential({ email, password: PASSWORD })).rejects.toThrow(/USER_RESTRICTED/);
    expect(await app.getUser()).toBeNull();
    await user.update({ displayName: "Still here" }).catch(() => {});
    expect((await project.serverApp().getUser(user.id))?.displayName).not.toBe("Still here");
  });

  it("reads so when a provider has signed them in", async () => {
    const { email, user } = await restricted();
    await (await project.serverApp().getUser(user.id))?.setPrimaryEmail(email, { verified: true });
    const page = await signInPage();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(sentence).waitFor();
  });
});
