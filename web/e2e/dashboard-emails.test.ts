import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newOwner, ownMailServer } from "../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { launchBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";

let browser: Browser;
let gatehouse: Gatehouse;

beforeAll(async () => {
  [browser, gatehouse] = await Promise.all([launchBrowser(), startGatehouse({ site: true })]);
});
afterAll(() => Promise.all([browser.close(), gatehouse.stop()]));

/** A new project, which sends by a server of its own where it has one, and a page of an owner on `path` of its emails. */
async function openEmails(path: string, { hasServer = false, before = async (_: Project) => "" } = {}) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
  if (hasServer) await project.update({ config: { emailConfig: { type: "standard", ...ownMailServer(gatehouse) } } });
  const more = await before(project);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/emails${path}${more}`);
  await page.getByRole("navigation", { name: "Emails" }).waitFor();
  return { page, project };
}
type Project = Awaited<ReturnType<Awaited<ReturnType<typeof newOwner>>["createProject"]>>;

async function isWellMade(page: Page, expect: (problems: unknown) => { toEqual: (expected: unknown) => void }) {
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toEqual(390);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe("the mail server of a project", () => {
  it("is tried before it is saved, and then sends the project's mails", async ({ expect }) => {
    const { page, project } = await openEmails("/server");
    const { host, port, username, password, senderName, senderEmail } = ownMailServer(gatehouse);
    await page.getByRole("radio", { name: "Your own SMTP server" }).check();
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText("Enter the host of your mail server, such as smtp.example.com.").waitFor();
    await page.getByRole("textbox", { name: "Host" }).fill(host);
    // Port 1, where no server listens.
    await page.getByRole("textbox", { name: "Port" }).fill("1");
    await page.getByRole("textbox", { name: "Username" }).fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("textbox", { name: "Sender name" }).fill(senderName);
    await page.getByRole("textbox", { name: "Sender address" }).fill(senderEmail);
    await page.getByRole("textbox", { name: "Send a test email to" }).fill("grace@example.com");
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText("Check both for typing errors.", { exact: false }).waitFor();
    await page.getByRole("textbox", { name: "Port" }).fill(String(port));
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText("The mail server took the email to grace@example.com.", { exact: false }).waitFor();
    const mail = await gatehouse.mailbox.waitFor({ to: "grace@example.com" });
    expect(mail.subject).toBe("Test email from Gatehouse");
    await isWellMade(page, expect);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("The mail server is saved.").waitFor();
    const { config } = await (await project.app.getProject()).update({}).then(() => project.app.getProject());
    expect(config.emailConfig).toMatchObject({ type: "standard", host, port, username, senderName, senderEmail });
    await page.getByRole("button", { name: "Show as code" }).click();
    const code = await page.getByRole("dialog").textContent();
    expect(code).toContain("process.env.SMTP_PASSWORD");
    expect(code).not.toContain(password);
  });

  it("is tried with the stored password, which no page shows, and given up for the shared one", async ({ expect }) => {
    // Attack: someone at the owner's unlocked computer reads the password of the mail server off the page.
    const { page, project } = await openEmails("/server", { hasServer: true });
    await page.getByRole("radio", { name: "Your own SMTP server", checked: true }).waitFor();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("••••••••");
    await page.getByRole("textbox", { name: "Send a test email to" }).fill("linus@example.com");
    await page.getByRole("button", { name: "Send test email" }).click();
    await gatehouse.mailbox.waitFor({ to: "linus@example.com" });
    await page.getByRole("radio", { name: "Shared mail server" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Emails go out by the shared server.").waitFor();
    expect((await project.app.getProject()).config.emailConfig).toEqual({ type: "shared" });
    await page.getByRole("radio", { name: "Your own SMTP server" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("The mail server is saved.").waitFor();
    expect((await project.app.getProject()).config.emailConfig).toMatchObject(ownMailServer(gatehouse));
  });
});

describe("the log of mails", () => {
  it("shows what became of each, found by recipient and status, and opens it by its address", async ({ expect }) => {
    const { page } = await openEmails("", {
      before: async ({ app }) => {
        const emailConfig = ownMailServer(gatehouse);
        await app.sendTestEmail({ recipientEmail: "ada@example.com", emailConfig });
        await app.sendTestEmail({ recipientEmail: "alan@example.com", emailConfig: { ...emailConfig, port: 1 } });
        return "";
      },
    });
    const rows = page.getByRole("table", { name: "Emails" }).getByRole("row");
    await rows.filter({ hasText: "ada@example.com" }).getByText("Delivered", { exact: true }).waitFor();
    await isWellMade(page, expect);
    await page.getByRole("searchbox", { name: "Search by recipient or subject" }).fill("alan@");
    await rows.filter({ hasText: "ada@example.com" }).waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Status" }).selectOption("Delivered");
    await page.getByText("No such emails").waitFor();
    await page.getByRole("combobox", { name: "Status" }).selectOption("Not delivered");
    await rows.filter({ hasText: "alan@example.com" }).getByRole("link").click();
    const dialog = page.getByRole("dialog", { name: "Test email from Gatehouse" });
    await dialog.getByText("Mend what is wrong", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await dialog.getByText("alan@example.com").waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("failed");
  });

  it("shows how to send the first mail while it is empty", async () => {
    const { page } = await openEmails("");
    await page.getByText("serverApp.sendEmail", { exact: false }).waitFor();
  });
});
