import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { ownMailServer } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openEmails } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

describe("the log of emails", () => {
  it("shows what became of each, found by recipient and status, and opens it by its address", async ({ expect }) => {
    const { page } = await openEmails(gatehouse, "", {
      before: async ({ app }) => {
        const emailConfig = ownMailServer(gatehouse);
        await app.sendTestEmail({ recipientEmail: "ada@example.com", emailConfig });
        await app.sendTestEmail({ recipientEmail: "alan@example.com", emailConfig: { ...emailConfig, port: 1 } });
        return "";
      },
    });
    const rows = page.getByRole("table", { name: "Emails" }).getByRole("row");
    await rows.filter({ hasText: "ada@example.com" }).getByText("Delivered", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("searchbox", { name: "Recipient's email address" }).fill("alan@example.com");
    await rows.filter({ hasText: "ada@example.com" }).waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Status" }).selectOption("Delivered");
    await page.getByText("No such emails").waitFor();
    await page.getByRole("combobox", { name: "Status" }).selectOption("Not delivered");
    await rows.filter({ hasText: "alan@example.com" }).getByRole("link").click();
    const dialog = page.getByRole("dialog", { name: "Test email from Gatehouse" });
    await dialog.getByText("Such a failure may pass", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await dialog.getByText("alan@example.com").waitFor();
    await dialog.getByText("What this email said is not kept", { exact: false }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("status")).toBe("failed");
  });

  it("shows how to send the first email while it is empty", async () => {
    const { page } = await openEmails(gatehouse, "");
    await page.getByText("serverApp.sendEmail", { exact: false }).waitFor();
  });
});

describe("an email to users", () => {
  const address = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;

  it("from a draft names those who have unsubscribed, which is accessible at each step", async ({ expect }) => {
    const { page } = await openEmails(gatehouse, "/send", {
      hasServer: true,
      before: async ({ app }) => {
        const user = await app.createUser({ displayName: "Linus", primaryEmail: address("linus") });
        const marketing = (await user.listNotificationCategories()).find(({ name }) => name === "Marketing");
        await marketing?.setEnabled(false);
        const { id } = await app.createEmailDraft({ displayName: "News" });
        return `?draft=${id}&to=${user.id}`;
      },
    });
    await expect.poll(() => page.getByRole("combobox", { name: "Draft" }).inputValue()).not.toBe("");
    await page.frameLocator("iframe").locator("body").waitFor();
    await page.getByRole("button", { name: "Review and send" }).click();
    const dialog = page.getByRole("dialog", { name: "Send to 1 user?" });
    await dialog.getByText("1 user has unsubscribed and will be skipped.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("cell", { name: "Unsubscribed from this category" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("is cancelled while its server does not take it", async ({ expect }) => {
    const { page, project } = await openEmails(gatehouse, "/send", {
      before: async (project) => {
        const emailConfig = { type: "standard" as const, ...ownMailServer(gatehouse), port: 1 };
        await project.update({ config: { emailConfig } });
        await project.app.createUser({ primaryEmail: address("alan") });
        return "";
      },
    });
    await page.getByText("All users", { exact: true }).click();
    await page.getByText("The project has 1 user.", { exact: false }).waitFor();
    await page.getByText("Template", { exact: true }).click();
    await page.getByRole("combobox", { name: "Template" }).selectOption("Email Verification");
    const variable = page.getByRole("textbox", { name: "emailVerificationLink" });
    await expect.poll(() => variable.inputValue()).toContain("http");
    await page.getByRole("button", { name: "Review and send" }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("button", { name: "Cancel sending" }).click();
    await page.getByRole("dialog", { name: "Cancel sending?" }).getByRole("button", { name: "Cancel sending" }).click();
    await page.getByText("Sending is cancelled.").waitFor();
    expect(await project.app.listSentEmails()).not.toContainEqual(expect.objectContaining({ error: null }));
    await page.goto(page.url().replace(/\/sends\/.*/, "/send"));
    await page.getByRole("list", { name: "Sent lately" }).getByText("Cancelled").waitFor();
  });
});

describe("the mail server of a project", () => {
  it("is tried with the stored password, which no page shows, and given up for the shared one", async ({ expect }) => {
    const { page, project } = await openEmails(gatehouse, "/server", { hasServer: true });
    const to = newAddress("linus");
    await page.getByRole("radio", { name: "Your own SMTP server", checked: true }).waitFor();
    await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe("••••••••");
    await page.getByRole("textbox", { name: "Send a test email to" }).fill(to);
    await page.getByRole("button", { name: "Send test email" }).click();
    await gatehouse.mailbox.waitFor({ to });
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
