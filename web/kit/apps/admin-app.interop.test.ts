import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { ownMailServer } from "../../../scripts/testing/official-client";
import { newOwner, startProject } from "../testing/project-under-test";

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
    expect(await owner.listOwnedProjects()).toMatchObject([{ id: owned.id, displayName: "Acme" }]);
    await owned.update({
      isProductionMode: true,
      config: {
        domains: [{ domain: "https://acme.example", handlerPath: "/handler" }],
        oauthProviders: [{ id: "github", type: "shared" }],
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
        oauthProviders: [{ id: "github", type: "shared" }],
        emailConfig: { type: "standard", port: 587 },
      },
    });
    expect(await project.getProductionModeErrors()).toEqual(expect.any(Array));
    await project.updateConfig({ "auth.allowSignUp": false });
    expect((await owned.app.getProject()).config.signUpEnabled).toBe(false);
    expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: false } });
    await project.delete();
    expect(await owner.listOwnedProjects()).toEqual([]);
  });

  it("makes internal keys, lists them masked, and revokes them", async ({ expect }) => {
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
      publishableClientKey: { lastFour: made.publishableClientKey?.slice(-4) },
      secretServerKey: null,
    });
    await listed?.revoke();
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
    expect(await admin.getEmailSend(send.id)).toMatchObject({ id: send.id, subject: "News", variant: "html" });
    const recipients = await admin.listEmailRecipients(send.id, { limit: 1 });
    expect(recipients).toMatchObject({ 0: { userId }, nextCursor: null });
    expect(await admin.listEmailRecipients(send.id, { status: "failed" })).toHaveLength(0);

    const [event, ...others] = await admin.listAuditEvents({ type: "email.sent" });
    expect([event?.target, others]).toEqual([{ type: "email_send", id: send.id }, []]);
    const page = await admin.listAuditEvents({ limit: 1 });
    expect(page).toHaveLength(1);
    const next = await admin.listAuditEvents({ cursor: page.nextCursor ?? "" });
    expect(idsOf(next)).not.toContain(page[0]?.id);
    const lines: string[] = [];
    for await (const text of admin.exportAuditEvents({ type: "email.sent" })) lines.push(text);
    expect(lines.map((text) => JSON.parse(text))).toMatchObject([{ id: event?.id, type: "email.sent" }]);
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
