import { StackClientApp, StackServerApp } from "@stackframe/js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import type { Locator, Page } from "playwright-core";
import { describe, it } from "vitest";
import { newAddress, refreshSession } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { openPage, sharedBrowser } from "./harness/browser";
import { heading } from "./harness/locators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const OWNER = newAddress("olivia");
const OWNER_PASSWORD = "correct horse battery";

interface Settings {
  projectId: string;
  publishableClientKey: string;
  secretServerKey: string;
}

describe("first owner", () => {
  // Evidence: signs-up-verifies-email-creates-project
  it("signs up, verifies their email, creates a project with keys, and sees the users of a website in the dashboard", async ({
    expect,
  }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    await signUp(page);
    await verifyFromMailbox(page);
    await createProject(page);
    const settings = await copyKeys(page);
    expect(settings).toEqual({
      projectId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      publishableClientKey: expect.stringMatching(/^pck_\w{20,}$/),
      secretServerKey: expect.stringMatching(/^ssk_\w{20,}$/),
    });

    await page.getByRole("link", { name: "Users", exact: true }).click();
    await heading(page, "Users").waitFor();
    await page.getByText("No users yet").waitFor();

    const backend = new StackServerApp({ baseUrl: gatehouse.apiUrl, ...settings, tokenStore: "memory" });
    for (const [displayName, primaryEmail] of [
      ["Ada Lovelace", "ada@example.com"],
      ["Grace Hopper", "grace@example.com"],
      ["Karen Spärck Jones", "karen@example.com"],
    ] as const) {
      const user = { displayName, primaryEmail, primaryEmailAuthEnabled: true, primaryEmailVerified: true };
      await backend.createUser({ ...user, password: "analytical engine" });
    }

    const { secretServerKey: _, ...publicSettings } = settings;
    const website = new StackClientApp({
      baseUrl: gatehouse.apiUrl,
      ...publicSettings,
      tokenStore: "memory",
      redirectMethod: "none",
    });
    expect(
      await website.signInWithCredential({ email: "ada@example.com", password: "analytical engine" }),
    ).toMatchObject({ status: "ok" });
    const ada = await website.getUser({ or: "throw" });
    await ada.update({ displayName: "Augusta Ada King", clientMetadata: { theme: "dark" } });
    expect(await website.getUser()).toMatchObject({
      primaryEmail: "ada@example.com",
      displayName: "Augusta Ada King",
      clientMetadata: { theme: "dark" },
    });

    const firstPage = await backend.listUsers({ limit: 2 });
    const secondPage = await backend.listUsers({ limit: 2, cursor: firstPage.nextCursor ?? "" });
    expect([...firstPage, ...secondPage].map(({ displayName }) => displayName)).toEqual([
      "Augusta Ada King",
      "Grace Hopper",
      "Karen Spärck Jones",
    ]);
    expect(secondPage.nextCursor).toBeNull();

    const { accessToken, refreshToken } = await ada.currentSession.getTokens();
    const issuer = `${gatehouse.apiUrl}/api/v1/projects/${settings.projectId}`;
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const verified = await jwtVerify(accessToken ?? "", keys, { issuer, audience: settings.projectId });
    expect(verified.payload.sub).toBe(ada.id);

    await ada.signOut();
    expect(await website.getUser()).toBeNull();
    const response = await refreshSession(gatehouse, { projectId: settings.projectId, keys: settings }, refreshToken);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" });

    await page.reload();
    const table = page.getByRole("table", { name: "Users" });
    await table.getByRole("link", { name: "Augusta Ada King" }).waitFor();
    expect(await linkTexts(table)).toEqual(["Karen Spärck Jones", "Grace Hopper", "Augusta Ada King"]);
    await page.getByLabel("Search by name, email or ID").fill("hopper");
    await table.getByRole("link", { name: "Augusta Ada King" }).waitFor({ state: "detached" });
    expect(await linkTexts(table)).toEqual(["Grace Hopper"]);

    await page.getByRole("button", { name: `Account menu ${OWNER}` }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();
    await page.goto(`/projects/${settings.projectId}/users`);
    await heading(page, "Sign in").waitFor();
  });
});

async function signUp(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Email", { exact: true }).fill(OWNER);
  await page.getByLabel("Password", { exact: true }).fill(OWNER_PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await heading(page, "Projects").waitFor();
}

/** Opens the email on the mailbox page and follows its link. */
async function verifyFromMailbox(page: Page): Promise<void> {
  await gatehouse.mailbox.waitFor({ to: OWNER, subject: /^Verify your email/ });
  const mailbox = await page.context().newPage();
  await mailbox.goto(gatehouse.mailbox.pageUrl);
  // The newest is the first.
  await mailbox.getByRole("button", { name: "Verify your email" }).first().click();
  const [verification] = await Promise.all([
    mailbox.waitForEvent("popup"),
    mailbox.frameLocator("iframe").getByRole("link", { name: "Verify" }).click(),
  ]);
  await verification.getByRole("button", { name: "Verify" }).click();
  await heading(verification, "Your email is verified").waitFor();
  await verification.close();
  await mailbox.close();
}

async function createProject(page: Page): Promise<void> {
  await page.getByText("No projects yet").waitFor();
  await page.getByRole("button", { name: "Create project" }).click();
  const dialog = page.getByRole("dialog", { name: "Create project" });
  await dialog.getByLabel("Project name").fill("Difference Engine");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL("**/projects/*/quick-start");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Copies the keys that the project begins with, which are shown only once. */
async function copyKeys(page: Page): Promise<Settings> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: gatehouse.webUrl });
  const shown = page.getByRole("region", { name: "Your new keys" });
  const copy = async (label: string) => {
    const button = shown.getByRole("button", { name: `Copy ${label}`, exact: true });
    const notice = button.locator("xpath=following-sibling::*[@role='status']").getByText("Copied");
    // It says so for two seconds, once the clipboard has the key.
    await Promise.all([notice.waitFor(), button.click()]);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const publishableClientKey = await copy("Publishable client key");
  const secretServerKey = await copy("Secret server key");
  await shown.getByRole("button", { name: "I have copied the keys" }).click();
  await page.getByRole("link", { name: "API keys", exact: true }).click();
  await page.getByRole("table", { name: "API keys" }).getByText("Website and backend").waitFor();
  const projectId = /\/projects\/([^/]+)\//.exec(page.url())?.[1] ?? "";
  return { projectId, publishableClientKey, secretServerKey };
}

const linkTexts = (table: Locator) => table.getByRole("link").allInnerTexts();
