import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { ownMailServer } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sitePolicies } from "../../scripts/testing/site-under-test";
import { accessibilityProblems } from "./harness/accessibility";
import { openEmails } from "./harness/dashboard-sections";
import { editorLoaded, email, magicLink, open, refusals, template, write } from "./harness/email-content";
import { button } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the mail server of a project", () => {
  it("is set up on the way from the page that sends no email without one, tried before it is saved, and then sends the project's emails", async ({
    expect,
  }) => {
    const { page, project } = await openEmails(gatehouse, "/send");
    await expect.poll(() => page.getByRole("button", { name: "Review and send" }).isDisabled()).toBe(true);
    await page.getByText("Nothing was sent yet", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Configure your mail server" }).click();
    await page.getByRole("heading", { level: 1, name: "Emails" }).waitFor();
    const to = newAddress("grace");
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
    await page.getByRole("textbox", { name: "Send a test email to" }).fill(to);
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText("Check both for typing errors.", { exact: false }).waitFor();
    await page.getByRole("textbox", { name: "Port" }).fill(String(port));
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText(`The mail server took the email to ${to}.`, { exact: false }).waitFor();
    const email = await gatehouse.mailbox.waitFor({ to });
    expect(email.subject).toBe("Test email from Gatehouse");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("The mail server is saved.").waitFor();
    const { config } = await project.app.getProject();
    expect(config.emailConfig).toMatchObject({ type: "standard", host, port, username, senderName, senderEmail });
    await page.getByRole("button", { name: "Show as code" }).click();
    const code = await page.getByRole("dialog").textContent();
    expect(code).toContain("process.env.SMTP_PASSWORD");
    expect(code).not.toContain(password);
    // Attack: someone at the owner's unlocked computer reads the password of the mail server off the page.
    await page.reload();
    await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe("••••••••");
    await expect.poll(() => page.content()).not.toContain(password);
  });
});

describe("an email to users", () => {
  const address = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;

  it("goes to those who were searched and to a team, who are counted before, and followed after; the log shows what it said, without running it, and sends it again", async ({
    expect,
  }) => {
    const [ada, grace] = [address("ada"), address("grace")];
    const { page, project } = await openEmails(gatehouse, "/send", {
      hasServer: true,
      before: async ({ app }) => {
        await app.createUser({ displayName: "Ada Lovelace", primaryEmail: ada });
        const member = await app.createUser({ displayName: "Grace Hopper", primaryEmail: grace });
        const unreachable = await app.createUser({ displayName: "Radia Perlman" });
        const team = await app.createTeam({ displayName: "Compilers" });
        await Promise.all([team.addUser(member.id), team.addUser(unreachable.id)]);
        return "";
      },
    });
    await page.getByText("The email appears here as you write it.").waitFor();
    await page.getByRole("button", { name: "Review and send" }).click();
    await page.getByText("Choose who gets the email.").waitFor();
    await page.getByText("Write the email.").waitFor();
    await page.locator("input[type=search]:focus").waitFor();
    const search = page.getByRole("searchbox", { name: "Search users and teams, or paste user IDs" });
    await search.fill("Lovelace");
    await page.getByRole("button", { name: "Add Ada Lovelace" }).click();
    await search.fill("Compil");
    await page.getByRole("button", { name: "Add members of Compilers" }).click();
    await page.getByText("3 users are chosen.", { exact: false }).waitFor();
    await page.getByText("1 of them has no email address", { exact: false }).waitFor();
    await page.getByRole("textbox", { name: "Subject" }).fill("New bread");
    await page.getByRole("textbox", { name: "Text of the email" }).fill("# Rye is back\n\nHello ");
    await page.getByRole("button", { name: "Variable" }).click();
    await page.getByRole("menuitem", { name: "Name of the user" }).click();
    await page.frameLocator("iframe").getByRole("heading", { name: "Rye is back" }).waitFor();
    await page.frameLocator("iframe").getByText("Hello John Doe").waitFor();
    await page.getByText("Without name", { exact: true }).click();
    await page.frameLocator("iframe").getByText("Hello you").waitFor();
    await page.getByText("With name", { exact: true }).click();
    await page.frameLocator("iframe").getByText("Hello John Doe").waitFor();
    const tester = newAddress("tester");
    await page.getByRole("textbox", { name: "Send a test email to" }).fill(tester);
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText(`The mail server took the test to ${tester}.`).waitFor();
    expect(await gatehouse.mailbox.waitFor({ to: tester })).toMatchObject({ subject: "New bread" });
    await page.getByText("By filter", { exact: true }).click();
    await page.getByRole("searchbox", { name: "Search by name, email or ID" }).fill("Hopper");
    await page.getByText("1 user gets the email.").waitFor();
    await page.getByText("Chosen users", { exact: true }).first().click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Review and send" }).click();
    const dialog = page.getByRole("dialog", { name: "Send to 3 users?" });
    await dialog.getByText("1 user has no email address and will be skipped.").waitFor();
    await dialog.getByText("Its text stays among the drafts, as sent.").waitFor();
    await dialog.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("heading", { level: 1, name: "New bread" }).waitFor();
    await page.getByText("To 3 users, begun", { exact: false }).waitFor();
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByText("3 of 3 users done").waitFor();
    const emails = await Promise.all([ada, grace].map((to) => gatehouse.mailbox.waitFor({ to })));
    expect(emails.map(({ subject }) => subject)).toEqual(["New bread", "New bread"]);
    expect(emails[0]?.text).toContain("Hello Ada Lovelace");
    await page.getByRole("combobox", { name: "Status" }).selectOption("Skipped");
    await page.getByRole("row", { name: "Radia Perlman Skipped No email address" }).waitFor();
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText("serverApp.sendEmail", { exact: false }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    expect((await project.app.listSentEmails()).map(({ recipient }) => recipient).sort()).toEqual(
      [ada, grace, tester].sort(),
    );

    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Emails" }).click();
    await page.getByRole("row").filter({ hasText: ada }).getByRole("link").click();
    const logged = page.getByRole("dialog", { name: "New bread" });
    await logged.frameLocator("iframe").getByRole("heading", { name: "Rye is back" }).waitFor();
    await expect.poll(() => logged.locator("iframe").getAttribute("sandbox")).toBe("");
    await logged.getByRole("button", { name: "Send again" }).click();
    const question = page.getByRole("dialog", { name: "Send this email again?" });
    await question.getByRole("button", { name: "Send again" }).click();
    await page.getByText("The email is sent again.").waitFor();
    await expect.poll(async () => (await project.app.listSentEmails()).length).toBe(4);
  });
});

describe("a template", () => {
  it("is changed with a live preview and errors at their line", async ({ expect }) => {
    const { page, app } = await open(gatehouse, "emails/templates", { tolerated: refusals });
    await page
      .getByRole("list", { name: "Templates", exact: true })
      .getByRole("link", { name: "Magic Link/OTP" })
      .click();
    await page.getByText("Sign in to Bakery: Your code is 3SLSWZ").waitFor();
    await email(page).getByText("3SLSWZ", { exact: true }).waitFor();
    // Users cannot refuse these emails, which have no such link when they are sent.
    expect(await email(page).getByRole("link", { name: "Unsubscribe" }).count()).toBe(0);
    await write(page, template("{missing.name}"));
    await page.getByRole("alert").getByText("missing is not defined").waitFor();
    await button(page, "Line 8").click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain("{missing.name}");
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(1);

    await write(page, template("Hello {variables.name}, {variables.count} times"));
    await email(page).getByText("Hello Grace, 5 times").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved.").waitFor();
    const stored = (await app.listEmailTemplates()).find(({ id }) => id === magicLink);
    expect(stored?.tsxSource).toContain("Hello {variables.name}");
  });
});

describe("the preview of an email", () => {
  it("runs no script and leads nowhere, under the policy of the site", async ({ expect }) => {
    // Attack: who writes a template for the project takes over the session of an owner who opens it.
    const tolerated =
      /ERR_INVALID_URL|Blocked script execution|Refused to (execute|run)|Content Security Policy|Blocked opening/;
    const { page, app } = await open(gatehouse, "emails/drafts", { tolerated });
    const attack = `"<a id='link' href='https://attacker.example/'>Win</a><img src='data:x' onerror='top.stolen=1'><script>top.stolen=1</script>"`;
    const source = `export const EmailTemplate = () => <div dangerouslySetInnerHTML={{ __html: ${attack} }} />;`;
    const { id } = await app.createEmailDraft({ displayName: "News", tsxSource: source });
    const policy =
      sitePolicies()
        .get("/*")
        ?.replace(/; frame-ancestors.*/, "") ?? "";
    expect(policy).toContain("default-src 'none'");
    await page.reload();
    await page.getByRole("link", { name: "News" }).waitFor();
    await page.evaluate((content) => {
      document.head.append(
        Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content }),
      );
    }, policy);
    await page.getByRole("link", { name: "News" }).click();
    await page.waitForURL(`**/${id}`);
    await editorLoaded(page);
    // Its styles are allowed.
    expect(await page.locator(".cm-gutters").evaluate((element) => getComputedStyle(element).display)).toBe("flex");
    await page.getByText("Phone", { exact: true }).click();
    await email(page).getByRole("link", { name: "Win" }).click();
    await email(page).getByRole("link", { name: "Win" }).waitFor();
    expect(page.context().pages()).toHaveLength(1);
    expect(await page.evaluate(() => "stolen" in globalThis)).toBe(false);
  });
});
