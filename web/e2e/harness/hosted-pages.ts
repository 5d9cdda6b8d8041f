import type { Browser, Page } from "playwright-core";
import { newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { newProject, type ProjectUnderTest, signUp } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openPage } from "./browser";
import { heading } from "./locators";

export { heading };

/** Browsers print refused requests. */
export const refused = /Failed to load resource/;

/** The address of a hosted page of a project. */
export function hostedPage(
  { webUrl }: Gatehouse,
  { projectId }: Pick<ProjectUnderTest, "projectId">,
  page: string,
  query: Record<string, string> = {},
): string {
  return `${webUrl}/handler/${page}?${new URLSearchParams({ project_id: projectId, ...query })}`;
}

/** A project with hosted pages, for the tests of a file. */
export async function hostedProject({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const project = await newProject(gatehouse, { magicLinkEnabled: true });

  /** Opens a hosted page, by default of this project, in a new browser profile. */
  async function visit(
    page: string,
    query?: Record<string, string>,
    of: Pick<ProjectUnderTest, "projectId"> = project,
  ): Promise<Page> {
    const opened = await openPage(browser, gatehouse.webUrl, refused);
    await opened.goto(hostedPage(gatehouse, of, page, query));
    return opened;
  }

  return { project, visit };
}

/** The page that the link in the newest email to an address leads to. */
export async function emailedLink({ mailbox }: Gatehouse, email: string, subject?: RegExp): Promise<string> {
  const message = await mailbox.waitFor({ to: email, ...(subject && { subject }) });
  const link = /https?:\/\/[^\s<>"]+\/handler\/[^\s<>"]+/.exec(message.text)?.[0];
  if (!link) throw new Error(`The email has no link:\n${message.text}`);
  return link;
}

/** Waits until the website of `serveWebsite` shows this as its user. */
export async function shownUser(page: Page, text: string | RegExp): Promise<void> {
  await page.locator("#user").getByText(text, { exact: true }).waitFor();
}

/** Fills the sign-up page with the address of a new user, and returns it. */
export async function signUpOnHostedPages(page: Page): Promise<string> {
  const email = newAddress("visitor");
  await heading(page, "Create your account").waitFor();
  // The form of the document has no tabs yet.
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  const tab = page.getByRole("tab", { name: "Email & password" });
  if (await tab.isVisible()) await tab.click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  return email;
}

/** Gives the browser a session of a new user on the hosted pages, as if the user had signed up there. @returns the address */
export async function startHostedSession(
  page: Page,
  { webUrl }: Gatehouse,
  { projectId, clientApp }: ProjectUnderTest,
): Promise<string> {
  const [app, email] = [clientApp(), newAddress("visitor")];
  await signUp(app, email);
  const user = await app.getUser({ or: "throw" });
  const { refreshToken } = await user.currentSession.getTokens();
  await page.context().addCookies([{ name: `stack-refresh-${projectId}`, value: refreshToken ?? "", url: webUrl }]);
  return email;
}

/** Signs the page's user out of the hosted pages, which asks first. */
export async function signOutOnHostedPages(page: Page, gatehouse: Gatehouse, project: ProjectUnderTest): Promise<void> {
  await page.goto(hostedPage(gatehouse, project, "sign-out"));
  await heading(page, "Sign out this browser?").waitFor();
  // The page says that the session is over before the redirect loads it again.
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign out", exact: true }).click()]);
  await heading(page, "You are signed out").waitFor();
}

/** Changes single settings of a project with its admin key; null restores what it has by itself. */
export async function overrideProject(
  { apiUrl }: Gatehouse,
  { projectId, keys }: { projectId: string; keys: { superSecretAdminKey: string } },
  patch: Record<string, unknown>,
): Promise<void> {
  const response = await fetch(`${apiUrl}/api/v1/internal/config/override`, {
    method: "PATCH",
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": projectId,
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": keys.superSecretAdminKey,
    },
    body: JSON.stringify({ config_override_string: JSON.stringify(patch) }),
  });
  if (!response.ok) throw new Error(await response.text());
}
