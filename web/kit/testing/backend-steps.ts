import type { CurrentInternalUser } from "stackframe-js-108";
import { Svix } from "svix";
import { expect } from "vitest";
import { asTokenStore, newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { email } from "../../../scripts/testing/email-source";
import { appsOf, newTriedProject, ownMailServer, type Tried } from "../../../scripts/testing/official-client";
import { GatehouseAdminApp } from "../index";
import { type Steps, signUp } from "./client-steps";

const ok = { status: "ok" };
const idsOf = (objects: readonly { id: string }[]) => objects.map(({ id }) => id);
/** Names what no project has. */
const MISSING = "00000000-0000-4000-8000-000000000000";

/** Returns what is thrown, or nothing: what must be refused, but may be so in any words. */
const refusalOf = (calling: Promise<unknown>) => calling.then(() => null, String);

/** Apps of a project of the step's own, for what changes a project. */
const ofOwnProject = async ({ gatehouse, version }: Tried) =>
  appsOf(version, gatehouse, await newTriedProject(gatehouse));

/** Holds what the backend of a website and its owner do. */
export const backendSteps: Steps = {
  "creates, finds, changes and deletes users": [
    41,
    async ({ server }) => {
      const primaryEmail = newAddress();
      const user = await server.createUser({ primaryEmail, displayName: "Grace", serverMetadata: { a: 1 } });
      expect(await server.getUser(user.id)).toMatchObject({ primaryEmail, serverMetadata: { a: 1 } });
      expect(idsOf(await server.listUsers({ query: primaryEmail, limit: 1, orderBy: "signedUpAt" }))).toEqual([
        user.id,
      ]);
      await user.update({ displayName: "Admiral", clientReadOnlyMetadata: { b: 2 } });
      await user.setPrimaryEmail(newAddress("second"), { verified: true });
      expect(await server.getUser(user.id)).toMatchObject({ displayName: "Admiral", primaryEmailVerified: true });
      await user.delete();
      expect(await server.getUser(user.id)).toBeNull();
    },
  ],
  "signs a user in, and has their session": [
    41,
    async ({ server, client }) => {
      const primaryEmail = newAddress();
      const user = await server.createUser({ primaryEmail, primaryEmailAuthEnabled: true, password: PASSWORD });
      const tokenStore = asTokenStore(await (await user.createSession({ expiresInMillis: 60_000 })).getTokens());
      expect(await client.getUser({ tokenStore, or: "throw" })).toMatchObject({ id: user.id });
      expect(await server.getUser({ tokenStore })).toMatchObject({ id: user.id });
      await server.signInWithCredential({ email: primaryEmail, password: PASSWORD });
      expect(await server.getServerUser()).toMatchObject({ id: user.id });
      expect(await server.getServerUserById(user.id)).toMatchObject({ primaryEmail });
    },
  ],
  "makes teams and adds their members": [
    41,
    async ({ server }) => {
      const [grace, ada] = [await server.createUser({}), await server.createUser({})];
      const team = await server.createTeam({ displayName: "Compilers", creatorUserId: grace.id });
      await team.update({ displayName: "COBOL", serverMetadata: { budget: 1 } });
      expect(await server.getTeam(team.id)).toMatchObject({ displayName: "COBOL", serverMetadata: { budget: 1 } });
      expect(idsOf(await server.listTeams())).toContain(team.id);
      await team.addUser(ada.id);
      expect(idsOf(await team.listUsers())).toEqual([grace.id, ada.id]);
      await team.removeUser(ada.id);
      expect(await ada.listTeams()).toEqual([]);
      await team.delete();
      expect(await server.getTeam(team.id)).toBeNull();
    },
  ],
  "defines permissions, grants them and takes them back": [
    41,
    async ({ server, admin, version }) => {
      const [editor, beta] = [`editor:${version}`, `beta:${version}`];
      await admin.createTeamPermissionDefinition({ id: editor, containedPermissionIds: ["$update_team"] });
      await admin.updateTeamPermissionDefinition(editor, { description: "Edits" });
      expect(await admin.listTeamPermissionDefinitions()).toContainEqual(
        expect.objectContaining({ id: editor, description: "Edits" }),
      );
      await admin.createProjectPermissionDefinition({ id: beta, containedPermissionIds: [] });
      await admin.updateProjectPermissionDefinition(beta, { description: "Tries" });
      expect(idsOf(await admin.listProjectPermissionDefinitions())).toContain(beta);
      const user = await server.createUser({});
      const team = await server.createTeam({ displayName: "Crew" });
      await team.addUser(user.id);
      await user.grantPermission(team, editor);
      await user.grantPermission(beta);
      expect(await user.hasPermission(team, "$update_team")).toBe(true);
      expect(idsOf(await user.listPermissions())).toEqual([beta]);
      await user.revokePermission(team, editor);
      expect(await user.hasPermission(team, editor)).toBe(false);
      await admin.deleteTeamPermissionDefinition(editor);
      await admin.deleteProjectPermissionDefinition(beta);
      expect(idsOf(await admin.listProjectPermissionDefinitions())).not.toContain(beta);
    },
  ],
  "keeps items of customers, and values in a vault": [
    41,
    async ({ server, client, admin }) => {
      const { id: userId } = await signUp({ client });
      const points = { userId, itemId: "points" };
      const item = await server.getItem(points);
      await item.increaseQuantity(3);
      expect(await item.tryDecreaseQuantity(5)).toBe(false);
      await admin.createItemQuantityChange({ ...points, quantity: 4 });
      expect(await client.getItem(points)).toMatchObject({ quantity: 7 });
      const [vault, options] = [await server.getDataVaultStore("secrets"), { secret: "a secret of the backend" }];
      await vault.setValue(userId, "kept", options);
      expect(await vault.getValue(userId, options)).toBe("kept");
    },
  ],
  "reads and changes its project, and makes keys": [
    41,
    async (tried) => {
      const { admin, client } = await ofOwnProject(tried);
      const project = await admin.getProject();
      await project.update({ displayName: "Renamed", config: { domains: [] } });
      await project.updateConfig({ "auth.allowSignUp": false });
      expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: false } });
      expect(await client.getProject()).toMatchObject({ displayName: "Renamed", config: { signUpEnabled: false } });
      const scopes = { hasPublishableClientKey: true, hasSecretServerKey: true, hasSuperSecretAdminKey: false };
      const expiresAt = new Date(Date.now() + 86_400_000);
      const key = await admin.createInternalApiKey({ description: "Backend", expiresAt, ...scopes });
      expect(key.secretServerKey).toMatch(/^ssk_/);
      await key.revoke();
      const listed = (await admin.listInternalApiKeys()).find(({ id }) => id === key.id);
      expect(listed?.whyInvalid()).toBe("manually-revoked");
    },
  ],
  "writes emails, looks at them, sends them and has them in its log": [
    41,
    async (tried) => {
      const { admin, server, gatehouse } = await ofOwnProject(tried);
      const theme = await admin.createEmailTheme("Red");
      const source = `export const EmailTheme = ({ children }) => <div style={{ color: "#f00" }}>{children}</div>;`;
      await admin.updateEmailTheme(theme.id, source);
      expect(idsOf(await admin.listEmailThemes())).toContain(theme.id);
      const template = await admin.createEmailTemplate("Welcome");
      await admin.updateEmailTemplate(template.id, email("Hello"), theme.id);
      expect(idsOf(await admin.listEmailTemplates())).toContain(template.id);
      expect(await admin.getEmailPreview({ templateId: template.id, themeId: theme.id })).toContain("welcome to");
      const draft = await admin.createEmailDraft({ displayName: "News", themeId: false });
      await admin.updateEmailDraft(draft.id, { displayName: "Old news" });
      expect(await admin.listEmailDrafts()).toMatchObject([{ id: draft.id, displayName: "Old news" }]);
      await admin.saveChatMessage(theme.id, { role: "user", content: "A blue one, please" });
      expect((await admin.listChatMessages(theme.id)).messages).toHaveLength(1);

      const to = newAddress();
      const { id } = await server.createUser({ primaryEmail: to });
      await server.sendEmail({ userIds: [id], subject: "One", html: "<p>To one</p>" });
      await gatehouse.mailbox.waitFor({ to, subject: /^One$/ });
      // An email arrives before the log has it.
      await expect.poll(async () => (await admin.listSentEmails()).map(({ subject }) => subject)).toContain("One");
      const [invited, tester] = [newAddress(), newAddress()];
      await admin.sendSignInInvitationEmail(invited, "http://localhost:3000/welcome");
      await gatehouse.mailbox.waitFor({ to: invited });
      const emailConfig = ownMailServer(gatehouse);
      expect(await admin.sendTestEmail({ recipientEmail: tester, emailConfig })).toMatchObject(ok);
      await gatehouse.mailbox.waitFor({ to: tester });
    },
  ],
  "reads what was bought, and that no account at Stripe is there": [
    41,
    async ({ admin, client }) => {
      const { id: userId } = await signUp({ client });
      await admin.createItemQuantityChange({ userId, itemId: "points", quantity: 2 });
      const { transactions } = await admin.listTransactions({ customerType: "user", limit: 100 });
      expect(transactions).toContainEqual(expect.objectContaining({ customer_id: userId }));
      expect(await admin.getStripeAccountInfo()).toBeNull();
      expect(await refusalOf(admin.setupPayments())).toContain("Stripe");
      expect(await refusalOf(admin.createStripeWidgetAccountSession())).toContain("Stripe");
    },
  ],
  "grants products, lists them, and sells them": [
    51,
    async (tried) => {
      const { admin, server, client } = await ofOwnProject(tried);
      const prices = { once: { USD: "2.50" } };
      const pack = { displayName: "Pack", customerType: "user", stackable: false, prices, includedItems: {} };
      await (await admin.getProject()).updateConfig({ "payments.products": { pack } } as never);
      const user = await signUp({ client });
      await server.grantProduct({ userId: user.id, productId: "pack" });
      const owned = [expect.objectContaining({ id: "pack", quantity: 1, displayName: "Pack" })];
      expect([...(await client.listProducts({ userId: user.id }))]).toEqual(owned);
      expect([...(await server.listProducts({ userId: user.id }))]).toEqual(owned);
      expect([...(await user.listProducts())]).toEqual(owned);
      const buyer = await server.createUser({});
      await buyer.grantProduct({ productId: "pack" });
      const again = { errorCode: "PRODUCT_ALREADY_GRANTED" };
      await expect(buyer.grantProduct({ productId: "pack" })).rejects.toMatchObject(again);
      const missing = { errorCode: "PRODUCT_DOES_NOT_EXIST" };
      await expect(user.createCheckoutUrl({ productId: "nothing" })).rejects.toMatchObject(missing);
    },
  ],
  "has a test event sent to an endpoint of its webhooks": [
    51,
    async ({ admin, gatehouse, project: { projectId, keys } }) => {
      const ours = new GatehouseAdminApp({ baseUrl: gatehouse.apiUrl, projectId, tokenStore: null, ...keys });
      const svix = new Svix(await ours.getSvixToken(), { serverUrl: gatehouse.apiUrl });
      const { id } = await svix.endpoint.create(projectId, { url: "https://shop.example/webhooks" });
      // No such website is there to receive it.
      const sent = await admin.sendTestWebhook({ endpointId: id });
      expect(sent).toMatchObject({ status: "error", error: { errorMessage: expect.any(String) } });
    },
  ],
  "makes a project, and gives it to another team": [
    51,
    async ({ newClient, gatehouse }) => {
      const publishableClientKey = gatehouse.secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY;
      const client = newClient({ projectId: "internal", publishableClientKey });
      const verificationCallbackUrl = `${gatehouse.webUrl}/handler/email-verification`;
      await client.signUpWithCredential({ email: newAddress("owner"), password: PASSWORD, verificationCallbackUrl });
      const owner = (await client.getUser({ or: "throw" })) as CurrentInternalUser;
      const { id } = await owner.createProject({ displayName: "Moving", teamId: owner.selectedTeam?.id ?? "" });
      const heirs = await owner.createTeam({ displayName: "Heirs" });
      await owner.transferProject(id, heirs.id);
      expect(await owner.listOwnedProjects()).toMatchObject([{ id, ownerTeamId: heirs.id }]);
    },
  ],
  "changes its configuration by level": [
    77,
    async (tried) => {
      const project = await (await ofOwnProject(tried)).admin.getProject();
      await project.pushConfig({ "auth.allowSignUp": false }, { source: { type: "pushed-from-unknown" } });
      expect(await project.getPushedConfigSource()).toEqual({ type: "pushed-from-unknown" });
      await project.updatePushedConfig({ "teams.createPersonalTeamOnSignUp": true });
      const pushed = JSON.stringify(await project.getConfigOverride("branch"));
      expect(pushed).toContain("createPersonalTeamOnSignUp");
      await project.updateConfig({ "auth.allowSignUp": true });
      expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: true } });
      await project.resetConfigOverrideKeys("environment", ["auth.allowSignUp"]);
      expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: false } });
      await project.replaceConfigOverride("branch", {});
      expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: true } });
      await project.unlinkPushedConfigSource();
      expect(await project.getPushedConfigSource()).toEqual({ type: "unlinked" });
    },
  ],
  "reads what customers are billed, also where payments are off": [
    77,
    async ({ client, admin }) => {
      const user = await signUp({ client });
      expect(await user.getBilling()).toEqual({ hasCustomer: false, defaultPaymentMethod: null });
      expect([...(await client.listInvoices({ userId: user.id }))]).toEqual([]);
      expect([...(await user.listInvoices())]).toEqual([]);
      expect(await refusalOf(client.cancelSubscription({ productId: "nothing" }))).toContain("nothing");
      expect(await refusalOf(user.switchSubscription({ fromProductId: "a", toProductId: "b" }))).not.toBeNull();
      expect(await refusalOf(user.createPaymentMethodSetupIntent())).toContain("Stripe");
      expect(await refusalOf(user.setDefaultPaymentMethodFromSetupIntent("seti_1"))).toContain("Stripe");
      expect(await admin.getPaymentMethodConfigs()).toBeNull();
      expect(await refusalOf(admin.updatePaymentMethodConfigs("pmc_1", { card: "on" }))).toContain("Stripe");
      const refund = { type: "one-time-purchase", id: MISSING, amountUsd: "1.00", refundEntries: [] } as const;
      expect(await refusalOf(admin.refundTransaction(refund))).toContain(MISSING);
    },
  ],
  "changes and cancels emails that are not sent yet, and deletes what it wrote": [
    77,
    async (tried) => {
      const { admin, server } = await ofOwnProject(tried);
      const { id: userId } = await server.createUser({ primaryEmail: newAddress() });
      const scheduledAt = new Date(Date.now() + 86_400_000);
      await server.sendEmail({ userIds: [userId], subject: "Later", html: "<p>Later</p>", scheduledAt });
      const { items } = await admin.listOutboxEmails({ limit: 10 });
      const id = items[0]?.id ?? "";
      expect(await admin.getOutboxEmail(id)).toMatchObject({ id, simpleStatus: "in-progress" });
      expect(await admin.pauseOutboxEmail(id)).toMatchObject({ status: "paused", isPaused: true });
      expect(await admin.unpauseOutboxEmail(id)).toMatchObject({ isPaused: false });
      const earlier = { scheduledAtMillis: scheduledAt.getTime() - 3_600_000 };
      expect((await admin.updateOutboxEmail(id, earlier)).scheduledAt.getTime()).toBe(earlier.scheduledAtMillis);
      expect(await admin.cancelOutboxEmail(id)).toMatchObject({ status: "skipped" });
      expect(await server.getEmailDeliveryStats()).toMatchObject({ stats: { day: { bounced: 0 } } });

      const [draft, theme, template] = [
        await admin.createEmailDraft({ displayName: "News" }),
        await admin.createEmailTheme("Red"),
        await admin.createEmailTemplate("Welcome"),
      ];
      const marked = await admin.getEmailPreviewWithEditableMarkers({ templateId: template.id });
      expect(marked).toMatchObject({ html: expect.any(String) });
      await admin.deleteEmailDraft(draft.id);
      await admin.refreshEmailDrafts();
      await admin.deleteEmailTheme(theme.id);
      await admin.deleteEmailTemplate(template.id);
      expect(await admin.listEmailDrafts()).toEqual([]);
      expect(idsOf(await admin.listEmailTemplates())).not.toContain(template.id);
    },
  ],
  "is refused what only a hosted service has, in words of the API": [
    77,
    async ({ admin, server, version }) => {
      const domain = { subdomain: "mail.example.com", senderLocalPart: "hello" };
      const refusals = [
        await refusalOf(admin.setupManagedEmailProvider(domain)),
        await refusalOf(admin.checkManagedEmailStatus({ ...domain, domainId: MISSING })),
        await refusalOf(admin.applyManagedEmailProvider({ domainId: MISSING })),
        await refusalOf(admin.rewriteTemplateSourceWithAI(email("Hello"))),
        await refusalOf(admin.getSessionReplayChunkEvents(MISSING, MISSING)),
        await refusalOf(admin.getSessionReplayEvents(MISSING)),
        await refusalOf(admin.listSessionReplayChunks(MISSING)),
        await refusalOf(server.activateEmailCapacityBoost()),
      ];
      if (version >= 102) {
        refusals.push(await refusalOf(admin.deleteManagedEmailDomain({ resendDomainId: MISSING })));
        refusals.push(await refusalOf(admin.getSessionReplay(MISSING)));
      }
      expect(refusals).not.toContain(null);
      expect(refusals.join()).not.toContain("404");
      await expect(admin.queryAnalytics({ query: "select 1" })).rejects.toMatchObject({
        errorCode: "ANALYTICS_NOT_ENABLED",
      });
      expect(await admin.listManagedEmailDomains()).toEqual([]);
      expect((await admin.listSessionReplays()).items).toEqual([]);
    },
  ],
  "finds users by team, by when they were active, and who are anonymous": [
    102,
    async (tried) => {
      const { server, client } = await ofOwnProject(tried);
      const anonymous = await client.getUser({ or: "anonymous" });
      const [ada, grace] = [await server.createUser({}), await server.createUser({})];
      const team = await server.createTeam({ displayName: "Crew", creatorUserId: ada.id });
      expect(idsOf(await server.listUsers({ teamId: team.id }))).toEqual([ada.id]);
      const active = await server.listUsers({ orderBy: "lastActiveAt", desc: true, includeRestricted: true });
      expect(idsOf(active).toSorted()).toEqual([ada.id, grace.id].toSorted());
      const hidden = await server.listUsers({ onlyAnonymous: true, includeAnonymous: true });
      expect(idsOf(hidden)).toEqual([anonymous.id]);
    },
  ],
  "restricts a user, and keeps their country and risk": [
    102,
    async ({ server }) => {
      const riskScores = { signUp: { bot: 3, freeTrialAbuse: 4 } };
      const user = await server.createUser({ countryCode: "CH", riskScores });
      expect(await server.getUser(user.id)).toMatchObject({ countryCode: "CH", riskScores, isRestricted: false });
      const restriction = { restrictedByAdminReason: "Under review", restrictedByAdminPrivateDetails: "Rule 7" };
      await user.update({ restrictedByAdmin: true, ...restriction, countryCode: null });
      const reason = { isRestricted: true, restrictedReason: { type: "restricted_by_administrator" } };
      const read = await server.getUser(user.id);
      expect(read).toMatchObject({ countryCode: null, restrictedByAdmin: true, ...restriction, ...reason });
    },
  ],
  "reads teams and permissions page by page": [
    102,
    async (tried) => {
      const { server, admin } = await ofOwnProject(tried);
      const user = await server.createUser({});
      for (const displayName of ["A", "B"]) await server.createTeam({ displayName, creatorUserId: user.id });
      const first = await server.listTeams({ limit: 1, orderBy: "createdAt" });
      const second = await server.listTeams({ limit: 1, cursor: first.nextCursor ?? "" });
      expect([first, second].flat().map(({ displayName }) => displayName)).toEqual(["A", "B"]);
      const granted = await server.listTeamMemberPermissions(first[0]?.id ?? "", { recursive: false });
      expect(granted).toEqual([{ userId: user.id, permissionId: "team_admin" }]);
      const page = await admin.listTeamPermissionDefinitionsPaginated({ limit: 1, query: "team_" });
      expect(idsOf(page.items)).toEqual(["team_admin"]);
      expect(page.nextCursor).toEqual(expect.any(String));
    },
  ],
};
