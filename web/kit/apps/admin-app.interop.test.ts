import { describe, it } from "vitest";
import { CALLBACK_URL, newAddress } from "../../../scripts/testing/accounts";
import { email } from "../../../scripts/testing/email-source";
import { ownMailServer } from "../../../scripts/testing/official-client";
import type { AdminOAuthProvider } from "../index";
import { onWrite } from "../requests/refreshed-by";
import { newOwner, signUp, startProject } from "../testing/project-under-test";

// Our own kit against the real Worker, beside the suites of the official client.

const suite = startProject({
  magicLinkEnabled: true,
  oauthProviders: [{ id: "google", type: "standard", clientId: "a-client", clientSecret: "a-secret" }],
});

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const inOneDay = () => new Date(Date.now() + 86_400_000);

describe("an owner with the kit", () => {
  it("makes projects, changes them by their own app, and deletes them", async ({ expect }) => {
    const { owner, team } = await newOwner(suite.gatehouse);
    const owned = await owner.createProject({ displayName: "Acme", teamId: team.id, description: "Anvils" });
    const [listed] = await owner.listOwnedProjects();
    expect(listed).toMatchObject({ id: owned.id, displayName: "Acme" });
    expect(listed?.app).toBe(owned.app);
    const fresh = await owned.app.getProject();
    expect(await fresh.sendsEmailsToOwnTeamOnly()).toBe(false);
    expect(await fresh.getProductionModeErrors()).toMatchObject([
      { message: expect.stringContaining("Localhost"), relativeFixUrl: expect.any(String) },
    ]);
    const ownKeys = { type: "standard", clientId: "i", clientSecret: "s" } as const;
    const oauthProviders: AdminOAuthProvider[] = [
      { id: "github", type: "shared" },
      { id: "google", enabled: false, ...ownKeys },
      { id: "microsoft", ...ownKeys, microsoftTenantId: "t" },
    ];
    const changed: string[] = [];
    onWrite(owner.connection, (resources) => void changed.push(...resources));
    await owned.update({
      isProductionMode: true,
      config: {
        domains: [{ domain: "https://acme.example", handlerPath: "/handler" }],
        oauthProviders,
        emailConfig: {
          type: "standard",
          host: "mail.acme.example",
          port: 587,
          username: "acme",
          password: "secret",
          senderName: "Acme",
          senderEmail: "hello@acme.example",
        },
      },
    });
    const project = await owned.app.getProject();
    expect(project).toMatchObject({
      isProductionMode: true,
      config: {
        domains: [{ domain: "https://acme.example", handlerPath: "/handler" }],
        emailConfig: { type: "standard", host: "mail.acme.example", port: 587, senderName: "Acme" },
      },
    });
    expect(project.config.oauthProviders).toEqual(oauthProviders);
    expect(changed).toEqual(["owned-projects"]);
    await project.updateConfig({ "auth.allowSignUp": false });
    expect((await owned.app.getProject()).config.signUpEnabled).toBe(false);
    expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: false } });
    await project.delete();
    expect(await owner.listOwnedProjects()).toEqual([]);
  });

  it("gives a project to another team and takes it back, which users of other projects do not have", async ({
    expect,
  }) => {
    const { owner, team } = await newOwner(suite.gatehouse);
    const owned = await owner.createProject({ displayName: "Acme", teamId: team.id });
    const heirs = await owner.createTeam({ displayName: "Heirs" });
    await owned.transfer(owner, heirs.id);
    expect((await owned.app.getProject()).ownerTeamId).toBe(heirs.id);
    await owned.transfer(team.id);
    expect((await owned.app.getProject()).ownerTeamId).toBe(team.id);
    const { user } = await signUp(suite.project.clientApp());
    const refused = "Cannot call this function on a Gatehouse app with a project ID other than 'internal'.";
    await expect(user.listOwnedProjects()).rejects.toThrow(refused);
    await expect(user.createProject({ displayName: "Shop", teamId: team.id })).rejects.toThrow(refused);
  });

  it("makes internal keys, lists them with the publishable one in full, and revokes them", async ({ expect }) => {
    const { owner, team } = await newOwner(suite.gatehouse);
    const { app } = await owner.createProject({ displayName: "Acme", teamId: team.id });
    const made = await app.createInternalApiKey({
      description: "Website",
      expiresAt: inOneDay(),
      hasPublishableClientKey: true,
      hasSecretServerKey: false,
      hasSuperSecretAdminKey: false,
    });
    expect(made.secretServerKey).toBeUndefined();
    expect(made.isValid()).toBe(true);
    const [listed] = await app.listInternalApiKeys();
    expect(listed).toMatchObject({
      id: made.id,
      publishableClientKey: { lastFour: made.publishableClientKey?.slice(-4), key: made.publishableClientKey },
      secretServerKey: null,
    });
    const worksUntil = new Date(Date.now() + 60_000);
    const next = await listed?.roll({ worksUntil });
    expect(next).toMatchObject({ description: "Website", publishableClientKey: expect.stringMatching(/^pck_/) });
    expect(next?.secretServerKey).toBeUndefined();
    const [newest, old] = await app.listInternalApiKeys();
    expect(old).toMatchObject({ id: made.id, expiresAt: worksUntil, replacedById: next?.id });
    expect([old?.isValid(), newest?.isValid(), newest?.createdByOwnerId]).toEqual([true, true, owner.id]);
    await newest?.revoke();
    expect((await app.listInternalApiKeys())[0]?.whyInvalid()).toBe("manually-revoked");
  });

  it("defines permissions, renames and deletes them", async ({ expect }) => {
    const admin = suite.project.adminApp();
    const made = await admin.createTeamPermissionDefinition({ id: "press", containedPermissionIds: [] });
    expect(made).toEqual({ id: "press", description: undefined, containedPermissionIds: [] });
    await admin.updateTeamPermissionDefinition("press", { id: "press:write", description: "Writes" });
    expect(await admin.listTeamPermissionDefinitions()).toContainEqual({
      id: "press:write",
      description: "Writes",
      containedPermissionIds: [],
    });
    await admin.deleteTeamPermissionDefinition("press:write");
    expect(idsOf(await admin.listTeamPermissionDefinitions())).not.toContain("press:write");

    await admin.createProjectPermissionDefinition({ id: "beta", description: "Early", containedPermissionIds: [] });
    await admin.createProjectPermissionDefinition({ id: "alpha", containedPermissionIds: ["beta"] });
    await admin.updateProjectPermissionDefinition("beta", { id: "beta:2", description: undefined });
    expect(await admin.listProjectPermissionDefinitions()).toMatchObject([
      { id: "alpha", description: undefined, containedPermissionIds: ["beta:2"] },
      { id: "beta:2", description: "Early" },
    ]);
    for (const id of ["alpha", "beta:2"]) await admin.deleteProjectPermissionDefinition(id);
    expect(await admin.listProjectPermissionDefinitions()).toEqual([]);
  });

  it("writes a theme, a template and a draft of emails, previews them and sends them", async ({ expect }) => {
    const { owner, team } = await newOwner(suite.gatehouse);
    const emailConfig = { type: "standard" as const, ...ownMailServer(suite.gatehouse) };
    const owned = await owner.createProject({ displayName: "Acme", teamId: team.id, config: { emailConfig } });
    const admin = owned.app;
    const { id: themeId } = await admin.createEmailTheme("Red");
    expect(await admin.listEmailThemes()).toContainEqual({ id: themeId, displayName: "Red" });
    const tsxSource = `${(await admin.getEmailTheme(themeId)).tsxSource}\n`;
    await admin.updateEmailTheme(themeId, tsxSource);
    expect(await admin.getEmailTheme(themeId)).toEqual({ displayName: "Red", tsxSource });

    const { id: templateId } = await admin.createEmailTemplate("Welcome");
    const { renderedHtml } = await admin.updateEmailTemplate(templateId, email("Hello"), false);
    expect(renderedHtml).toContain("welcome to");
    const template = { id: templateId, displayName: "Welcome", tsxSource: email("Hello"), themeId: false };
    expect(await admin.listEmailTemplates()).toContainEqual(template);
    expect(await admin.getEmailPreview({ templateId, themeId })).toContain("welcome to");
    const sources = { templateTsxSource: email("Hello"), themeTsxSource: tsxSource };
    expect(await admin.getEmailPreview(sources)).toContain("welcome to");

    const { id: draftId } = await admin.createEmailDraft({ displayName: "News", themeId: false });
    await admin.updateEmailDraft(draftId, { tsxSource: email("News") });
    const draft = { id: draftId, displayName: "News", tsxSource: email("News"), themeId: false };
    expect(await admin.listEmailDrafts()).toEqual([{ ...draft, sentAt: null }]);
    const to = newAddress();
    const { id: userId } = await admin.createUser({ primaryEmail: to });
    await admin.sendEmail({ userIds: [userId], draftId });
    await suite.gatehouse.mailbox.waitFor({ to, subject: /^News from Acme$/ });
    expect(await admin.listEmailDrafts()).toEqual([{ ...draft, sentAt: expect.any(Date) }]);
    await admin.deleteEmailDraft(draftId);
    expect(await admin.listEmailDrafts()).toEqual([]);
    await admin.sendEmail({ allUsers: true, templateId, variables: { place: "Rome" }, themeId: null });
    const { text } = await suite.gatehouse.mailbox.waitFor({ to, subject: /^Hello from Acme$/ });
    expect(text).toContain("welcome to Rome");
    const unknown = admin.sendEmail({ userIds: [crypto.randomUUID()], html: "" });
    await expect(unknown).rejects.toMatchObject({ errorCode: "USER_ID_DOES_NOT_EXIST" });

    await admin.sendSignInInvitationEmail(to, CALLBACK_URL);
    await suite.gatehouse.mailbox.waitFor({ to });
    expect(await admin.sendTestEmail({ recipientEmail: to, emailConfig })).toEqual({ status: "ok", data: undefined });
    const broken = { recipientEmail: to, emailConfig: { ...emailConfig, port: 1 } };
    expect(await admin.sendTestEmail(broken)).toMatchObject({
      status: "error",
      error: { errorMessage: expect.any(String) },
    });
  });

  it("reads how a bulk email went, and the audit log in pages and as lines", async ({ expect }) => {
    const admin = suite.project.adminApp();
    const project = await admin.getProject();
    await project.update({ config: { emailConfig: { type: "standard", ...ownMailServer(suite.gatehouse) } } });
    const primaryEmail = newAddress();
    const { id: userId } = await admin.createUser({ primaryEmail });
    await admin.sendEmail({ userIds: [userId], subject: "News", html: "<p>Hello</p>" });
    await suite.gatehouse.mailbox.waitFor({ to: primaryEmail });
    const [send] = await admin.listEmailSends();
    if (!send) throw new Error("No bulk email is listed.");
    await expect.poll(async () => (await admin.getEmailSend(send.id)).status).toBe("finished");
    const finished = { id: send.id, subject: "News", variant: "html", finishedAt: expect.any(Date) };
    expect(await admin.getEmailSend(send.id)).toMatchObject(finished);
    await expect(admin.cancelEmailSend(send.id)).rejects.toThrow("The email send is over already");
    const sent = (await admin.listSentEmails()).find(({ subject }) => subject === "News");
    expect(sent).toMatchObject({ to: [primaryEmail], recipient: primaryEmail, sentAt: expect.any(Date), error: null });
    const recipients = await admin.listEmailRecipients(send.id, { limit: 1 });
    expect(recipients).toMatchObject({ 0: { userId }, nextCursor: null });
    expect(await admin.listEmailRecipients(send.id, { status: "failed" })).toHaveLength(0);

    const [since, until] = [new Date(Date.now() - 600_000), inOneDay()];
    const [event, ...others] = await admin.listAuditEvents({ type: "email.sent", targetId: send.id, since, until });
    expect([event?.target, others]).toEqual([{ type: "email_send", id: send.id }, []]);
    const page = await admin.listAuditEvents({ limit: 1 });
    expect(page).toHaveLength(1);
    const next = await admin.listAuditEvents({ cursor: page.nextCursor ?? "" });
    expect(idsOf(next)).not.toContain(page[0]?.id);
    const lines: string[] = [];
    for await (const text of admin.exportAuditEvents({ type: "email.sent" })) lines.push(text);
    expect(lines.map((text) => JSON.parse(text))).toMatchObject([{ id: event?.id, type: "email.sent" }]);
    for await (const text of admin.exportAuditEvents({ actorId: userId })) expect(text).toBe("");
    expect(await admin.getUsage()).toMatchObject({ storage: { used_percent: expect.any(Number) } });
  });

  it("reads the project of the app, as clients read theirs", async ({ expect }) => {
    const { owned } = suite.project;
    expect(await suite.project.adminApp().getProject()).toMatchObject({ id: owned.id, displayName: "Under test" });
    expect(await suite.project.clientApp().getProject()).toMatchObject({
      id: owned.id,
      config: { credentialEnabled: true, magicLinkEnabled: true, oauthProviders: [{ id: "google" }] },
    });
  });
});
