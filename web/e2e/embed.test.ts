import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";
import { embedPage, embedTag, eventsOf, recordEvents } from "./harness/embed-page";
import { emailedLink, hostedPage, refused } from "./harness/hosted-pages";
import { servePlainPage } from "./harness/listen";

const suite = startProject();
const browser = await sharedBrowser();

/** Opens a page of a website of its own origin with these elements. */
async function visit(body: string, head = "", path = "/"): Promise<Page> {
  const url = await servePlainPage(embedPage(`${embedTag(suite)}${head}`, body));
  const page = await openPage(browser, url);
  await recordEvents(page);
  await page.goto(path);
  return page;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function fill(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** On the page that a reset email leads to, which signs in. */
async function resetAndSignIn(page: Page): Promise<void> {
  const newPassword = `${PASSWORD} anew`;
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await heading(page, "Your password is changed").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
}

describe("<gatehouse-sign-in>", () => {
  it("creates an account and signs in on a page of another origin, accessibly, and stays there", async ({ expect }) => {
    const page = await visit("<gatehouse-sign-in></gatehouse-sign-in>");
    await heading(page, "Sign in").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("link", { name: "Create an account" }).click();
    await heading(page, "Create your account").waitFor();
    const email = newAddress();
    await fill(page, email);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText(`Signed in as ${email}.`).waitFor();
    // Scripts have the user by then, which may be after the element shows who it is.
    await expect.poll(async () => (await eventsOf(page)).length).toBe(3);
    const userId = await page.evaluate(
      () => document.querySelector<Element & { user?: { id: string } }>("gatehouse-sign-in")?.user?.id,
    );
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    expect(await eventsOf(page)).toEqual([
      ["gatehouse-ready", "gatehouse-sign-in", { userId: null }],
      ["gatehouse-user-change", "document", { userId }],
      ["gatehouse-sign-up", "gatehouse-sign-in", { userId, redirectUrl: null }],
    ]);

    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign in").waitFor();
    await expect
      .poll(async () => (await eventsOf(page)).slice(3))
      .toEqual([
        ["gatehouse-sign-out", "gatehouse-sign-in", { redirectUrl: null }],
        ["gatehouse-user-change", "document", { userId: null }],
      ]);
  });

  it("goes on to the address of its attribute, unless the event is cancelled", async ({ expect }) => {
    const { email } = await signUp(suite.project.clientApp());
    const page = await visit('<gatehouse-sign-in after-sign-in-url="/inside"></gatehouse-sign-in>');
    await page.evaluate(() =>
      document.addEventListener("gatehouse-sign-in", (event) => event.preventDefault(), { once: true }),
    );
    await fill(page, email);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");

    await fill(page, email);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/inside");
  });

  it("400 EMAIL_PASSWORD_MISMATCH: shows it beside the form, without an event, and its links do not leave the page", async ({
    expect,
  }) => {
    const page = await visit("<gatehouse-sign-in></gatehouse-sign-in>");
    const email = newAddress();
    await fill(page, email);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect.poll(() => page.getByRole("alert").innerText()).toBe("This email address and password do not match.");
    expect(await eventsOf(page)).toEqual([["gatehouse-ready", "gatehouse-sign-in", { userId: null }]]);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await heading(page, "Forgot your password?").waitFor();
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    expect(page.url()).not.toContain(encodeURIComponent(email));
    await page.getByRole("link", { name: "Sign in" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  });

  it("has its user back, signed in, on the page that a reset of the password was requested on", async ({ expect }) => {
    const { email } = await signUp(suite.project.clientApp());
    const page = await visit("<gatehouse-sign-in></gatehouse-sign-in>", "", "/account");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await heading(page, "Check your inbox").waitFor();
    const requestedOn = page.url();
    // Links of emails open in a tab of their own.
    const tab = await page.context().newPage();
    await tab.goto(await emailedLink(suite.gatehouse, email, /^Reset/));
    await resetAndSignIn(tab);
    await tab.getByText(`Signed in as ${email}.`).waitFor();
    expect(tab.url()).toBe(requestedOn);
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED: no reset leads to a website that the project does not trust", async () => {
    // Attack: a stranger has a real email sent. Its reader follows the link, resets the password and signs in. Then the browser
    // brings a code of the reader's session to the stranger's website.
    const { email } = await signUp(suite.project.clientApp());
    const { projectId } = suite.project.options;
    const authorize = new URLSearchParams({
      project_id: projectId,
      redirect_uri: "https://evil.example/",
      state: "hosted-s1",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
    const callbackUrl = hostedPage(suite.gatehouse, { projectId }, "password-reset", {
      after_auth_return_to: `/handler/authorize?${authorize}`,
    });
    await suite.project.clientApp().sendForgotPasswordEmail(email, { callbackUrl });
    const page = await openPage(browser, suite.gatehouse.webUrl, refused);
    await page.goto(await emailedLink(suite.gatehouse, email, /^Reset/));
    await resetAndSignIn(page);
    await heading(page, "You cannot continue to that website").waitFor();
  });
});
