import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { GatehouseClientApp } from "../kit";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";
import { emailedLink, heading, refused, shownUser } from "./harness/hosted-pages";
import { fillSignIn, hostedShop, place, requestMagicLink } from "./harness/hosted-websites";
import { authenticatorApp } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });

const { suite, signInPage, isBack, newUser } = hostedShop({ browser, gatehouse });

describe("ways to sign in on hosted pages lead back to the website, to the very place", () => {
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
    await expect.poll(() => new URL(page.url()).searchParams.get("project_id")).toBe(suite.project.projectId);
    await page.getByLabel("Code").fill(authenticatorApp("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP").shows());
    await isBack(page, email);
  });

  it("the code of an email", async () => {
    const email = newAddress("visitor");
    const page = await signInPage();
    await requestMagicLink(page, email);
    const { text } = await gatehouse.mailbox.waitFor({ to: email });
    const code = /^\s*([A-Z0-9]{6})\s*$/m.exec(text)?.[1];
    if (!code) throw new Error(`The email has no code:\n${text}`);
    await page.getByLabel("Code").fill(code);
    await isBack(page, email);
  });

  it("the link of an email, in another tab of the browser", async () => {
    const email = newAddress("visitor");
    const page = await signInPage();
    await requestMagicLink(page, email);
    const tab = await page.context().newPage();
    await tab.goto(await emailedLink(gatehouse, email));
    // It follows within seconds, and the first of both tabs takes the address with the hash.
    await page.close();
    await tab.getByRole("button", { name: "Sign in", exact: true }).click();
    await isBack(tab, email);
  });

  it("a password that was reset by email", async () => {
    const { email } = await newUser();
    const page = await signInPage();
    await page.getByRole("tab", { name: "Email & password" }).click();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await heading(page, "Forgot your password?").waitFor();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await heading(page, "Check your inbox").waitFor();
    await page.goto(await emailedLink(gatehouse, email, /password/i));
    await page.getByLabel("New password", { exact: true }).fill("another fine password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await isBack(page, email);
  });
});

it("an invitation that the website's kit sends is accepted on hosted pages, and the website then asks nothing", async () => {
  const { user } = await newUser();
  const team = await suite.project.serverApp().createTeam({ displayName: "Bakers", creatorUserId: user.id });
  const { accessToken, refreshToken } = await user.currentSession.getTokens();
  const app = new GatehouseClientApp({
    ...suite.options,
    tokenStore: { accessToken: accessToken ?? "", refreshToken: refreshToken ?? "" },
  });
  const captain = await app.getUser({ or: "throw" });
  const email = newAddress("baker");
  await (await captain.getTeam(team.id))?.inviteUser({ email });

  const page = await openPage(browser, suite.shop.url, refused);
  await page.goto(await emailedLink(gatehouse, email));
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

it("an anonymous user of the website becomes another one, whose session ends", async ({ expect }) => {
  const { email } = await newUser();
  const page = await openPage(browser, suite.shop.url, refused);
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
  expect(visited.join("\n")).not.toContain(anonymous.refreshToken);
  const left = new GatehouseClientApp({
    ...suite.options,
    tokenStore: { accessToken: "", refreshToken: anonymous.refreshToken ?? "" },
  });
  expect(await left.getUser({ or: "anonymous-if-exists[deprecated]" })).toBeNull();
  expect((await suite.project.serverApp().getUser(anonymous.id))?.primaryEmail).toBeNull();
});

it("the way that an address used last in this browser is marked, and first, as it is typed", async ({ expect }) => {
  const page = await signInPage();
  const tabs = page.getByRole("tab");
  const email = page.getByLabel("Email", { exact: true });
  const address = newAddress("with.password");
  await tabs.filter({ hasText: "password" }).click();
  await fillSignIn(page, address);
  await page.getByText("do not match").waitFor();
  await tabs.filter({ hasText: "code" }).click();
  await requestMagicLink(page, newAddress("with.code"));
  await page.getByRole("button", { name: "Use another email address" }).click();
  await expect.poll(() => tabs.first().innerText()).toMatch(/Email code\s+Last used/);

  await email.fill(address);
  await expect.poll(() => tabs.allInnerTexts()).toEqual([expect.stringMatching(/password\s+Last used/), "Email code"]);
  // What is open stays open, with the focus.
  await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Send email" }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(address);
  await email.fill(newAddress("never.seen"));
  await expect.poll(() => tabs.first().innerText()).toMatch(/Email code\s+Last used/);
});

// That they are refused, and who reads why, is proven in the Worker: what they see is proven here.
describe("a suspended user", () => {
  const sentence =
    "The owner of this app has suspended your account, so you cannot sign in. Contact them to have this lifted.";

  async function suspended() {
    const { email, user } = await newUser();
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/users/${user.id}/suspension`, {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "server",
        "x-stack-project-id": suite.project.projectId,
        "x-stack-secret-server-key": suite.project.keys.secretServerKey,
      },
      body: "{}",
    });
    if (!response.ok) throw new Error(await response.text());
    return { email, user };
  }

  it("reads so on the sign-in page, after the right password only", async ({ expect }) => {
    const { email, user } = await suspended();
    const page = await signInPage();
    await fillSignIn(page, email, "not the password");
    await page.getByText("This email address and password do not match.").waitFor();
    await expect.poll(() => page.getByText(sentence).count()).toBe(0);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText(sentence).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The official client, which does not know the error, throws it, and has no user from then on.
    const app = suite.project.clientApp();
    await expect(app.signInWithCredential({ email, password: PASSWORD })).rejects.toThrow(/USER_SUSPENDED/);
    expect(await app.getUser()).toBeNull();
    await user.update({ displayName: "Still here" }).catch(() => {});
    expect((await suite.project.serverApp().getUser(user.id))?.displayName).not.toBe("Still here");
  });

  it("reads so when a provider has signed them in", async () => {
    const { email, user } = await suspended();
    await (await suite.project.serverApp().getUser(user.id))?.setPrimaryEmail(email, { verified: true });
    const page = await signInPage();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(sentence).waitFor();
  });
});
