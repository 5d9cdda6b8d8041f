import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { cannotBeRendered, mail } from "../../../scripts/testing/mail-source";
import { newAppWithMailServer, newProject, startProject } from "../../../scripts/testing/official-client";

const suite = startProject();

describe("the official admin app and the content of mails", () => {
  it("200: makes a template, changes it, and sends it to all users", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    expect((await app.listEmailTemplates()).map(({ displayName }) => displayName)).toContain("Email Verification");
    const { id } = await app.createEmailTemplate("Welcome");
    const { renderedHtml } = await app.updateEmailTemplate(id, mail("Hello"), false);
    expect(renderedHtml).toContain("welcome to");
    const broken = "export const EmailTemplate = () => null;";
    await expect(app.updateEmailTemplate(id, broken, null)).rejects.toMatchObject(cannotBeRendered);
    expect((await app.listEmailTemplates()).find((template) => template.id === id)).toMatchObject({
      displayName: "Welcome",
      tsxSource: mail("Hello"),
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

  it("200: changes a mail that the system sends", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const invitation = (await app.listEmailTemplates()).find(({ displayName }) => displayName === "Sign In Invitation");
    await app.updateEmailTemplate(invitation?.id ?? "", mail("Bonjour"), null);
    const to = newAddress();
    await app.sendSignInInvitationEmail(to, "http://localhost:3000/welcome");
    expect(await suite.gatehouse.mailbox.waitFor({ to })).toMatchObject({ subject: "Bonjour from Under test" });
  });

  it("400 REQUIRES_CUSTOM_EMAIL_SERVER: changes no template for the shared server", async ({ expect }) => {
    const app = (await newProject(suite.gatehouse)).adminApp();
    const { id } = await app.createEmailTemplate("Welcome");
    await expect(app.updateEmailTemplate(id, mail("Hello"), null)).rejects.toMatchObject({
      errorCode: "REQUIRES_CUSTOM_EMAIL_SERVER",
    });
  });
});
