import type { Page } from "playwright-core";
import { it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { ownMailServer } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { openPage, sharedBrowser } from "./harness/browser";
import { startExample } from "./harness/start-example";
import { startWebhookServer } from "./harness/webhooks";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Opens a section by its link. */
async function open(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name, exact: true }).click();
  await heading(page, name);
}

it("a newcomer signs up, and in the dashboard alone has a website with a provider, own emails and webhooks, and its audit log", async ({
  expect,
}) => {
  const page = await openPage(browser, gatehouse.webUrl);
  await signUp(page);
  await createProject(page);
  const project = await copyKeys(page);
  await addProvider(page);
  const receiver = await startWebhookServer();
  await addWebhook(page, receiver.url);
  await useOwnMailServer(page);
  await changeEmail(page);

  const email = newAddress("first-user");
  await signUpOnWebsite(project, email);
  const events = (await receiver.received(1)).map(({ body }) => JSON.parse(body));
  expect(events).toContainEqual({
    type: "user.created",
    data: expect.objectContaining({ primary_email: email, display_name: "Grace Hopper" }),
  });
  const emailed = newAddress("second-user");
  await askForLink(project, emailed);
  const message = await gatehouse.mailbox.waitFor({ to: emailed });
  expect(message.text).toContain("Warm bread every morning");

  await open(page, "Users");
  await page.getByRole("link", { name: "Grace Hopper" }).waitFor();
  await open(page, "Audit log");
  for (const type of ["user.signed_up", "email_template.updated", "webhook_endpoint.created", "project.updated"]) {
    await page.getByRole("row").filter({ hasText: type }).first().waitFor();
  }
});

async function signUp(page: Page) {
  await page.goto("/");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("tab", { name: "Email & password" }).click();
  await page.getByLabel("Email", { exact: true }).fill(newAddress("newcomer"));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await heading(page, "Projects");
}

async function createProject(page: Page) {
  await page.getByRole("button", { name: "Create project" }).click();
  const dialog = page.getByRole("dialog", { name: "Create project" });
  await dialog.getByLabel("Project name").fill("Bakery");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await heading(page, "Quick start");
}

/** Copies the keys that the project begins with, which are shown once. */
async function copyKeys(page: Page) {
  const shown = page.getByRole("region", { name: "Your new keys" });
  const publishableClientKey = await shown
    .getByText(/^pck_\w+$/)
    .first()
    .textContent();
  const secretServerKey = await shown
    .getByText(/^ssk_\w+$/)
    .first()
    .textContent();
  await shown.getByRole("button", { name: "I have copied the keys" }).click();
  const projectId = /\/projects\/([^/]+)\//.exec(page.url())?.[1] ?? "";
  return {
    options: { projectId },
    keys: { publishableClientKey: publishableClientKey ?? "", secretServerKey: secretServerKey ?? "" },
  };
}

type NewProject = Awaited<ReturnType<typeof copyKeys>>;

async function addProvider(page: Page) {
  await open(page, "Sign-in methods");
  await page.getByRole("button", { name: "Add Google" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add Google" }).click();
  await page.getByRole("button", { name: "Edit Google" }).waitFor();
  await page.getByRole("switch", { name: "Email code and magic link" }).click();
  await page.getByRole("switch", { name: "Email code and magic link", checked: true }).waitFor();
}

async function addWebhook(page: Page, url: string) {
  await open(page, "Webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
  await dialog.getByRole("textbox", { name: "Address" }).fill(url);
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByRole("button", { name: "Send test event" }).waitFor();
}

/** Has the project send by a mail server of its own, without which its emails have no texts of their own. */
async function useOwnMailServer(page: Page) {
  const { host, port, username, password, senderName, senderEmail } = ownMailServer(gatehouse);
  await openEmails(page, "Server settings");
  await page.getByRole("radio", { name: "Your own SMTP server" }).check();
  await page.getByRole("textbox", { name: "Host" }).fill(host);
  await page.getByRole("textbox", { name: "Port" }).fill(String(port));
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("textbox", { name: "Sender name" }).fill(senderName);
  await page.getByRole("textbox", { name: "Sender address" }).fill(senderEmail);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The mail server is saved.").waitFor();
}

/** Opens a page of the section Emails by its link. */
async function openEmails(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Emails", exact: true }).click();
  await page.getByRole("navigation", { name: "Emails" }).getByRole("link", { name, exact: true }).click();
}

/** Adds a sentence to the email with a sign-in link. */
async function changeEmail(page: Page) {
  await openEmails(page, "Templates");
  await page.getByRole("link", { name: "Magic Link/OTP" }).click();
  await page.frameLocator("iframe").getByRole("heading", { name: "Sign in to Bakery" }).waitFor();
  await page.locator(".cm-content").waitFor();
  const source = page.getByRole("textbox", { name: "Source", exact: true });
  await source.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(emailSource);
  await page.frameLocator("iframe").getByText("Warm bread every morning").waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
}

const emailSource = `import { NotificationCategory, Subject } from "@stackframe/emails";
export const variablesSchema = (variables) => variables;
export function EmailTemplate({ variables }) {
  return (
    <>
      <Subject value="Sign in to the bakery" />
      <NotificationCategory value="Transactional" />
      <p>Warm bread every morning</p>
      <a href={variables.magicLink}>Sign in</a>
      <p>{variables.otp}</p>
    </>
  );
}
EmailTemplate.PreviewVariables = { magicLink: "https://example.com", otp: "3SLSWZ" };
`;

/** Asks for a sign-in link on the hosted pages of the project. */
async function askForLink({ options: { projectId } }: NewProject, email: string) {
  const page = await openPage(browser, gatehouse.webUrl);
  await page.goto(`/handler/sign-in?project_id=${projectId}`);
  await page.getByRole("tab", { name: "Email code" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send email" }).click();
}

/** Signs up with Google on the hosted pages, to which the example leads. */
async function signUpOnWebsite(project: NewProject, email: string) {
  const { url } = await startExample({ gatehouse, project }, "hosted-static", {
    variables: { GATEHOUSE_SITE_URL: gatehouse.webUrl },
  });
  // Cookies know no ports: on `localhost` it would share those of the hosted pages.
  const page = await openPage(browser, url.replace("localhost", "bakery.localhost"));
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByLabel("Email is verified").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page
    .getByText(`Hello Grace Hopper`)
    .or(page.getByText(`Hello ${email}`))
    .waitFor();
}
