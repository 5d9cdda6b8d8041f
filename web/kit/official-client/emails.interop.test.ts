import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { cannotBeRendered, email } from "../../../scripts/testing/email-source";
import { respondAsModel } from "../../../scripts/testing/model-server";
import {
  newAppWithMailServer,
  newProject,
  ownMailServer,
  startProject,
} from "../../../scripts/testing/official-client";
import { startGatehouse } from "../../../scripts/testing/start-gatehouse";
import { GatehouseAdminApp } from "../index";

const model = createServer((request, response) => void respondAsModel(request, request.url ?? "", response));
/** A theme that every project has. */
const defaultLight = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";

model.listen(0, "127.0.0.1");
await once(model, "listening");
const AI_API_URL = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1/`;
const gatehouse = await startGatehouse({ vars: { AI_API_URL, AI_API_KEY: "key", AI_MODEL: "tool" } });

afterAll(async () => {
  await gatehouse.stop();
  model.close();
});

describe("the official admin app, the kit and the assistant", () => {
  it("200: is written a theme, and keeps what was said", async ({ expect }) => {
    const project = await newProject(gatehouse);
    const app = project.adminApp();
    const question = { role: "user" as const, content: "A blue one, please" };
    const { content } = await app.sendChatMessage(defaultLight, "email-theme", [question]);
    expect(content).toMatchObject([
      { type: "text", text: "I made it blue. 👋" },
      { type: "tool-call", toolName: "createEmailTheme", args: { content: expect.stringContaining("blue") } },
    ]);
    await app.saveChatMessage(defaultLight, question);
    await app.saveChatMessage(defaultLight, { role: "assistant", content });
    const messages = [question, { role: "assistant" as const, content }];
    expect(await app.listChatMessages(defaultLight)).toEqual({ messages });

    const { projectId, keys } = project;
    const ours = new GatehouseAdminApp({ baseUrl: gatehouse.apiUrl, projectId, tokenStore: null, ...keys });
    const [text] = (await ours.sendChatMessage(defaultLight, "email-theme", [question])).content;
    expect(text).toEqual(content[0]);
    await ours.saveChatMessage(defaultLight, question);
    expect(await ours.listChatMessages(defaultLight)).toEqual({ messages: [...messages, question] });
  });
});

const suite = startProject();

describe("the official admin app and the content of emails", () => {
  it("200: makes a template, changes it, and sends it to all users", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    expect((await app.listEmailTemplates()).map(({ displayName }) => displayName)).toContain("Email Verification");
    const { id } = await app.createEmailTemplate("Welcome");
    const { renderedHtml } = await app.updateEmailTemplate(id, email("Hello"), false);
    expect(renderedHtml).toContain("welcome to");
    const broken = "export const EmailTemplate = () => null;";
    await expect(app.updateEmailTemplate(id, broken, null)).rejects.toMatchObject(cannotBeRendered);
    expect((await app.listEmailTemplates()).find((template) => template.id === id)).toMatchObject({
      displayName: "Welcome",
      tsxSource: email("Hello"),
      themeId: false,
    });
    expect(await app.getEmailPreview({ templateId: id, themeId: false })).toContain("welcome to");

    const [ada, bob] = [newAddress(), newAddress()];
    await app.createUser({ primaryEmail: ada, displayName: "Ada" });
    await app.createUser({ primaryEmail: bob, displayName: "Bob" });
    await app.sendEmail({ allUsers: true, templateId: id, variables: { place: "Rome" } });
    for (const [to, name] of [
      [ada, "Ada"],
      [bob, "Bob"],
    ] as const) {
      const { subject, text } = await suite.gatehouse.mailbox.waitFor({ to });
      expect([subject, text]).toEqual([
        "Hello from Under test",
        expect.stringContaining(`Hello ${name}, welcome to Rome`),
      ]);
    }
  });

  it("200: changes an email that the system sends", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const invitation = (await app.listEmailTemplates()).find(({ displayName }) => displayName === "Sign In Invitation");
    await app.updateEmailTemplate(invitation?.id ?? "", email("Bonjour"), null);
    const to = newAddress();
    await app.sendSignInInvitationEmail(to, "http://localhost:3000/welcome");
    expect(await suite.gatehouse.mailbox.waitFor({ to })).toMatchObject({ subject: "Bonjour from Under test" });
  });

  it("400 REQUIRES_CUSTOM_EMAIL_SERVER: changes no template for the shared server", async ({ expect }) => {
    const app = (await newProject(suite.gatehouse)).adminApp();
    const { id } = await app.createEmailTemplate("Welcome");
    await expect(app.updateEmailTemplate(id, email("Hello"), null)).rejects.toMatchObject({
      errorCode: "REQUIRES_CUSTOM_EMAIL_SERVER",
    });
  });
});

describe("the official admin app and the sending of emails", () => {
  it("200: sends an email to some users and to all, and has it in its log", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const [ada, bob] = [newAddress(), newAddress()];
    const { id } = await app.createUser({ primaryEmail: ada });
    await app.createUser({ primaryEmail: bob });
    await app.sendEmail({ userIds: [id], html: "<p>To one</p>", subject: "One" });
    expect(await suite.gatehouse.mailbox.waitFor({ to: ada })).toMatchObject({
      subject: "One",
      from: "Shop <shop@example.com>",
      text: expect.stringContaining("To one"),
    });
    await app.sendEmail({ allUsers: true, html: "<p>To all</p>", subject: "All" });
    for (const to of [ada, bob]) await suite.gatehouse.mailbox.waitFor({ to, subject: /^All$/ });
    // An email arrives before the log has it.
    await expect
      .poll(async () => (await app.listSentEmails()).map(({ subject, recipient }) => [subject, recipient]))
      .toContainEqual(["One", ada]);
  });

  it("400 USER_ID_DOES_NOT_EXIST, REQUIRES_CUSTOM_EMAIL_SERVER: are thrown, and nothing is sent", async ({
    expect,
  }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const primaryEmail = newAddress();
    const { id } = await app.createUser({ primaryEmail });
    const unknown = "00000000-0000-4000-8000-000000000000";
    await expect(app.sendEmail({ userIds: [id, unknown], html: "" })).rejects.toMatchObject({
      errorCode: "USER_ID_DOES_NOT_EXIST",
    });
    const withoutServer = (await newProject(suite.gatehouse)).adminApp();
    await expect(withoutServer.sendEmail({ userIds: [], html: "" })).rejects.toMatchObject({
      errorCode: "REQUIRES_CUSTOM_EMAIL_SERVER",
    });
    expect(suite.gatehouse.mailbox.emails(primaryEmail)).toEqual([]);
  });

  it("200: tries a mail server, and says what is wrong with one that does not accept", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const recipientEmail = newAddress();
    const emailConfig = ownMailServer(suite.gatehouse);
    expect(await app.sendTestEmail({ recipientEmail, emailConfig })).toMatchObject({ status: "ok" });
    await suite.gatehouse.mailbox.waitFor({ to: recipientEmail });
    expect(await app.sendTestEmail({ recipientEmail, emailConfig: { ...emailConfig, port: 1 } })).toMatchObject({
      status: "error",
      error: { errorMessage: expect.stringMatching(/./) },
    });
  });

  it("200: invites someone to sign in, on a website that is trusted", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const to = newAddress();
    const callbackUrl = "http://localhost:3000/welcome";
    await app.sendSignInInvitationEmail(to, callbackUrl);
    expect((await suite.gatehouse.mailbox.waitFor({ to })).html).toContain(callbackUrl);
    await expect(app.sendSignInInvitationEmail(to, "https://elsewhere.example")).rejects.toMatchObject({
      errorCode: "REDIRECT_URL_NOT_WHITELISTED",
    });
  });
});
