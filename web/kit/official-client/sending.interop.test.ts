import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import {
  newAppWithMailServer,
  newProject,
  ownMailServer,
  startProject,
} from "../../../scripts/testing/official-client";

const suite = startProject();

describe("the official admin app and the sending of mails", () => {
  it("200: sends a mail to some users and to all, and has it in its log", async ({ expect }) => {
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
    // A mail arrives before the log has it.
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
    expect(suite.gatehouse.mailbox.mails(primaryEmail)).toEqual([]);
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
