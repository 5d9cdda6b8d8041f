import { createHmac, randomBytes } from "node:crypto";
import { expect, vi } from "vitest";
import { asTokenStore, CALLBACK_URL, codeIn, newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import {
  appsOf,
  type Client,
  newTriedProject,
  type Tried,
  type Version,
} from "../../../scripts/testing/official-client";

/** Steps by what they do: the first version that has all they call, and the calls. */
export type Steps = Record<string, readonly [since: Version, run: (tried: Tried) => Promise<unknown>]>;

/** Signs a new user up by password at an app, and returns them. */
export async function signUp({ client }: { client: Client }, email = newAddress()) {
  const credential = { email, password: PASSWORD, verificationCallbackUrl: CALLBACK_URL };
  const result = await client.signUpWithCredential(credential);
  if (result.status === "error") throw result.error;
  return client.getUser({ or: "throw" });
}

const ok = { status: "ok" };
const refusal = (errorCode: string) => ({ status: "error", error: { errorCode } });
const inOneDay = () => new Date(Date.now() + 86_400_000);

/** Holds what the visitors of a website do. */
export const clientSteps: Steps = {
  "signs up, in and out by password": [
    41,
    async ({ client, newClient }) => {
      const email = newAddress();
      const user = await signUp({ client }, email);
      expect(user.toClientJson()).toMatchObject({ id: user.id, primary_email: email });
      const elsewhere = newClient();
      const wrong = { email, password: "not the password" };
      expect(await elsewhere.signInWithCredential(wrong)).toMatchObject(refusal("EMAIL_PASSWORD_MISMATCH"));
      expect(await elsewhere.signInWithCredential({ email, password: PASSWORD })).toMatchObject(ok);
      expect(await elsewhere.getUser()).toMatchObject({ id: user.id });
      await client.signInWithCredential({ email, password: PASSWORD });
      await user.signOut();
      await elsewhere.signOut();
      expect(await elsewhere.getUser()).toBeNull();
      await client.signOut();
    },
  ],
  "signs up by the link of an email": [
    41,
    async ({ client, gatehouse }) => {
      const email = newAddress();
      expect(await client.sendMagicLinkEmail(email, { callbackUrl: CALLBACK_URL })).toMatchObject(ok);
      const code = codeIn(await gatehouse.mailbox.waitFor({ to: email }));
      expect(await client.signInWithMagicLink(code, { noRedirect: true })).toMatchObject(ok);
      expect(await client.getUser()).toMatchObject({ primaryEmail: email, primaryEmailVerified: true });
    },
  ],
  "verifies an address": [
    41,
    async ({ client, gatehouse }) => {
      const email = newAddress();
      await signUp({ client }, email);
      const code = codeIn(await gatehouse.mailbox.waitFor({ to: email }));
      expect(await client.verifyEmail(code)).toMatchObject(ok);
      expect(await client.getUser()).toMatchObject({ primaryEmailVerified: true });
      expect(await client.verifyEmail(code)).toMatchObject(refusal("VERIFICATION_CODE_ALREADY_USED"));
    },
  ],
  "resets a forgotten password": [
    41,
    async ({ client, server, gatehouse }) => {
      const email = newAddress();
      await server.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD });
      expect(await client.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL })).toMatchObject(ok);
      const code = codeIn(await gatehouse.mailbox.waitFor({ to: email }));
      expect(await client.verifyPasswordResetCode(code)).toMatchObject(ok);
      expect(await client.resetPassword({ code, password: "a new password" })).toMatchObject(ok);
      expect(await client.signInWithCredential({ email, password: "a new password" })).toMatchObject(ok);
    },
  ],
  "changes its user": [
    41,
    async ({ client }) => {
      const user = await signUp({ client });
      await user.update({ displayName: "Ada", clientMetadata: { theme: "dark" } });
      expect(await client.getUser()).toMatchObject({ displayName: "Ada", clientMetadata: { theme: "dark" } });
      await user.setDisplayName("Ada Lovelace");
      await user.setClientMetadata({ theme: "light" });
      expect(await user.updatePassword({ oldPassword: PASSWORD, newPassword: "a new password" })).toBeUndefined();
      expect(await client.getUser()).toMatchObject({ displayName: "Ada Lovelace", clientMetadata: { theme: "light" } });
    },
  ],
  "lists its sessions, and ends another": [
    41,
    async ({ client, newClient }) => {
      const email = newAddress();
      await signUp({ client }, email);
      const elsewhere = newClient();
      await elsewhere.signInWithCredential({ email, password: PASSWORD });
      const user = await elsewhere.getUser({ or: "throw" });
      const [own, other] = await user.getActiveSessions();
      expect([own?.isCurrentSession, other?.isCurrentSession]).toEqual([true, false]);
      await user.revokeSession(other?.id ?? "");
      expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }]);
    },
  ],
  "signs in with an authenticator app": [
    41,
    async ({ client, ...tried }) => {
      const email = newAddress();
      const user = await signUp({ client }, email);
      const secret = randomBytes(20);
      await user.update({ totpMultiFactorSecret: secret });
      // Outside a browser the client has nowhere to keep the attempt code, so the stopped sign-in goes by plain HTTP.
      const { details } = await post(tried, "/auth/password/sign-in", { email, password: PASSWORD });
      const signedIn = await client.signInWithMfa(totpOf(secret), details.attempt_code, { noRedirect: true });
      expect(signedIn).toMatchObject(ok);
      expect(await client.getUser()).toMatchObject({ id: user.id, isMultiFactorRequired: true });
    },
  ],
  "logs a command line in": [
    41,
    async ({ client, ...tried }) => {
      const user = await signUp({ client });
      const { refreshToken } = await user.currentSession.getTokens();
      const link = printedLink();
      const prompted = client.promptCliLogin({ appUrl: "http://localhost:3000" });
      const login_code = await Promise.race([link, prompted.then(() => "")]);
      await post(tried, "/auth/cli/complete", { login_code, refresh_token: refreshToken });
      expect(await prompted).toEqual({ status: "ok", data: refreshToken });
    },
  ],
  "proves to a backend who is signed in": [
    41,
    async ({ client, server }) => {
      const user = await signUp({ client });
      expect(await client.getPartialUser({ from: "token" })).toMatchObject({ id: user.id, isAnonymous: false });
      const tokenStore = asTokenStore(await user.getAuthJson());
      expect(await client.getConvexHttpClientAuth({ tokenStore })).toMatch(/^ey/);
      expect(await client.getConvexClientAuth({ tokenStore })({ forceRefreshToken: true })).toMatch(/^ey/);
      const request = new Request("https://backend.example", { headers: await user.getAuthHeaders() });
      expect(await server.getUser({ tokenStore: request })).toMatchObject({ id: user.id });
      expect(await server.getPartialUser({ from: "token", tokenStore })).toMatchObject({ id: user.id });
    },
  ],
  "adds, verifies and deletes an address": [
    41,
    async ({ client, gatehouse }) => {
      const user = await signUp({ client });
      const value = newAddress("second");
      const channel = await user.createContactChannel({ value, type: "email", usedForAuth: false });
      await channel.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
      await client.verifyEmail(codeIn(await gatehouse.mailbox.waitFor({ to: value })));
      await channel.update({ usedForAuth: true });
      const found = (await user.listContactChannels()).find((each) => each.value === value);
      expect(found).toMatchObject({ isVerified: true, usedForAuth: true });
      await channel.delete();
      expect(await user.listContactChannels()).toHaveLength(1);
    },
  ],
  "makes, changes, leaves and deletes teams": [
    41,
    async ({ client }) => {
      const user = await signUp({ client });
      const team = await user.createTeam({ displayName: "Engines" });
      expect((await client.getUser({ or: "throw" })).selectedTeam?.id).toBe(team.id);
      await team.update({ displayName: "Analytical Engines" });
      expect(await user.getTeam(team.id)).toMatchObject({ displayName: "Analytical Engines" });
      const profile = await user.getTeamProfile(team);
      await profile.update({ displayName: "Countess" });
      expect((await team.listUsers()).map(({ teamProfile }) => teamProfile.displayName)).toEqual(["Countess"]);
      expect(await user.hasPermission(team, "team_admin")).toBe(true);
      expect((await user.listPermissions(team)).map(({ id }) => id)).toContain("$delete_team");
      await user.setSelectedTeam(null);
      await user.leaveTeam(await user.createTeam({ displayName: "Poets" }));
      expect((await user.listTeams()).map(({ id }) => id)).toEqual([team.id]);
      await team.delete();
      expect(await user.listTeams()).toEqual([]);
    },
  ],
  "joins a team by the code of an invitation": [
    41,
    async ({ client, newClient, gatehouse }) => {
      const host = await signUp({ client: newClient() });
      const team = await host.createTeam({ displayName: "Engines" });
      const email = newAddress("guest");
      await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
      expect(await team.listInvitations()).toMatchObject([{ recipientEmail: email }]);
      const code = codeIn(await gatehouse.mailbox.waitFor({ to: email }));
      const guest = await signUp({ client }, email);
      expect(await client.verifyTeamInvitationCode(code)).toMatchObject(ok);
      const details = await client.getTeamInvitationDetails(code);
      expect(details).toMatchObject({ ...ok, data: { teamDisplayName: "Engines" } });
      expect(await client.acceptTeamInvitation(code)).toMatchObject(ok);
      expect((await guest.listTeams()).map(({ id }) => id)).toContain(team.id);
    },
  ],
  "begins as an anonymous user, and deletes the account": [
    41,
    async ({ client, server }) => {
      const user = await client.getUser({ or: "anonymous" });
      expect(user).toMatchObject({ isAnonymous: true, primaryEmail: null });
      expect(await client.getUser()).toBeNull();
      expect(await server.getUser(user.id)).toMatchObject({ isAnonymous: true });
      await user.delete();
      expect(await server.getUser(user.id)).toBeNull();
    },
  ],
  "sees and changes the accounts at providers that are linked": [
    41,
    async ({ client, server }) => {
      const user = await signUp({ client });
      expect(await user.getConnectedAccount("google")).toBeNull();
      const link = { userId: user.id, providerConfigId: "google", accountId: crypto.randomUUID() };
      const uses = { allowSignIn: false, allowConnectedAccounts: true };
      const created = await server.createOAuthProvider({ ...link, ...uses, email: newAddress("account") });
      expect(created).toMatchObject(ok);
      const [provider] = await user.listOAuthProviders();
      expect(await provider?.update({ allowSignIn: true })).toMatchObject(ok);
      expect(await user.getOAuthProvider(provider?.id ?? "")).toMatchObject({ allowSignIn: true, type: "google" });
      await provider?.delete();
      expect(await user.listOAuthProviders()).toEqual([]);
    },
  ],
  "makes keys of a user and of a team, which a backend knows them by": [
    41,
    async ({ client, server }) => {
      const user = await signUp({ client });
      const team = await user.createTeam({ displayName: "Crew" });
      const key = await user.createApiKey({ description: "Robot", expiresAt: inOneDay() });
      const ofTeam = await team.createApiKey({ description: "Deploy", expiresAt: null });
      expect(await server.getUser({ apiKey: key.value })).toMatchObject({ id: user.id });
      expect(await server.getTeam({ apiKey: ofTeam.value })).toMatchObject({ id: team.id });
      const [listed] = await user.listApiKeys();
      await listed?.update({ description: "Old robot" });
      await listed?.revoke();
      expect((await user.listApiKeys())[0]?.whyInvalid()).toBe("manually-revoked");
      expect(await team.listApiKeys()).toHaveLength(1);
    },
  ],
  "switches a kind of emails off": [
    41,
    async ({ client }) => {
      const user = await signUp({ client });
      const [, marketing] = await user.listNotificationCategories();
      await marketing?.setEnabled(false);
      expect((await user.listNotificationCategories())[1]).toMatchObject({ name: "Marketing", enabled: false });
    },
  ],
  "leads to each of its pages": [
    41,
    async ({ newClient }) => {
      const visited: string[] = [];
      const client = newClient({ redirectMethod: { useNavigate: () => () => {}, navigate: (to) => visited.push(to) } });
      // Each waits two seconds for the page to be left.
      await Promise.all([
        client.redirectToSignIn(),
        client.redirectToSignUp(),
        client.redirectToSignOut(),
        client.redirectToAfterSignIn(),
        client.redirectToAfterSignUp(),
        client.redirectToAfterSignOut(),
        client.redirectToHome(),
        client.redirectToEmailVerification(),
        client.redirectToPasswordReset(),
        client.redirectToForgotPassword(),
        client.redirectToMagicLinkCallback(),
        client.redirectToAccountSettings(),
        client.redirectToTeamInvitation(),
        client.redirectToMfa(),
        client.redirectToError(),
        client.redirectToOAuthCallback(),
      ]);
      const pages = visited.map((to) => new URL(to, "http://localhost").pathname.replace("/handler/", ""));
      expect(pages).toEqual(expect.arrayContaining(["sign-in", "mfa", "error", "oauth-callback", "/"]));
      expect(visited).toHaveLength(16);
    },
  ],
  "signs up without an email to verify by": [
    51,
    async ({ client, gatehouse }) => {
      const email = newAddress();
      const credential = { email, password: PASSWORD, noVerificationCallback: true } as const;
      expect(await client.signUpWithCredential(credential)).toMatchObject(ok);
      expect(await client.getUser()).toMatchObject({ primaryEmail: email, primaryEmailVerified: false });
      expect(gatehouse.mailbox.emails(email)).toEqual([]);
      const tokens = await client.getAuthJson();
      expect(JSON.parse((await client.getAuthHeaders())["x-stack-auth"])).toEqual(tokens);
    },
  ],
  "needs no publishable key where a project asks for none": [
    77,
    async ({ admin, newClient }) => {
      const project = await admin.getProject();
      const keyless = { publishableClientKey: undefined } as never;
      const refused = signUp({ client: newClient(keyless) });
      await expect(refused).rejects.toMatchObject({ errorCode: "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT" });
      await project.update({ requirePublishableClientKey: false });
      const client = newClient(keyless);
      await signUp({ client });
      expect(await client.getAccessToken()).toMatch(/^ey/);
      expect(await client.getRefreshToken()).toEqual(expect.any(String));
    },
  ],
  "hides a user who has not verified an address that the project asks for": [
    77,
    async ({ gatehouse, version }) => {
      const { admin, client, newClient } = await appsOf(version, gatehouse, await newTriedProject(gatehouse));
      const email = newAddress();
      const { id } = await signUp({ client }, email);
      const affected = await admin.previewAffectedUsersByOnboardingChange({ requireEmailVerification: true });
      expect(JSON.stringify(affected)).toContain(id);
      await (await admin.getProject()).updateConfig({ "onboarding.requireEmailVerification": true });
      const elsewhere = newClient();
      await elsewhere.signInWithCredential({ email, password: PASSWORD });
      expect(await elsewhere.getUser()).toBeNull();
      const reason = { isRestricted: true, restrictedReason: { type: "email_not_verified" } };
      expect(await elsewhere.getUser({ includeRestricted: true })).toMatchObject({ id, ...reason });
      expect(await elsewhere.getPartialUser({ from: "token" })).toMatchObject({ id, ...reason });
      await client.redirectToOnboarding();
      await elsewhere.verifyEmail(codeIn(await gatehouse.mailbox.waitFor({ to: email })));
      expect(await elsewhere.getUser()).toMatchObject({ id, isRestricted: false });
    },
  ],
  "finds its invitations, and accepts one by its id": [
    77,
    async ({ client, newClient, gatehouse }) => {
      const team = await (await signUp({ client: newClient() })).createTeam({ displayName: "Engines" });
      const email = newAddress("guest");
      const user = await signUp({ client }, email);
      await client.verifyEmail(codeIn(await gatehouse.mailbox.waitFor({ to: email })));
      await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
      const [invitation] = await user.listTeamInvitations();
      expect(invitation).toMatchObject({ teamId: team.id, teamDisplayName: "Engines", recipientEmail: email });
      await invitation?.accept();
      expect((await user.listTeams()).map(({ id }) => id)).toContain(team.id);
      expect(await user.listTeamInvitations()).toEqual([]);
      expect(await user.listConnectedAccounts()).toEqual([]);
    },
  ],
  "proves to a backend by one header who is signed in": [
    102,
    async ({ client, server }) => {
      const user = await signUp({ client });
      const authorization = (await client.getAuthorizationHeader()) ?? "";
      expect(authorization).toMatch(/^Bearer stackauth_/);
      const request = new Request("https://backend.example", { headers: { authorization } });
      expect(await server.getUser({ tokenStore: request })).toMatchObject({ id: user.id });
    },
  ],
  "logs a command line in that had begun as an anonymous user": [
    102,
    async ({ client, newClient, ...tried }) => {
      const anonymous = await client.getUser({ or: "anonymous" });
      const { refreshToken } = await anonymous.currentSession.getTokens();
      const link = printedLink();
      const given = { appUrl: "http://localhost:3000", anonRefreshToken: refreshToken ?? "" };
      const prompted = client.promptCliLogin(given);
      const login_code = await Promise.race([link, prompted.then(() => "")]);
      const state = await post(tried, "/auth/cli/complete", { login_code, mode: "check" });
      expect(state).toMatchObject({ cli_session_state: expect.any(String) });
      await client.redirectToCliAuthConfirm();
      const other = await (await signUp({ client: newClient() })).currentSession.getTokens();
      await post(tried, "/auth/cli/complete", { login_code, refresh_token: other.refreshToken });
      expect(await prompted).toEqual({ status: "ok", data: other.refreshToken });
    },
  ],
};

/** The code of the link that the client prints at the command line. */
function printedLink(): Promise<string> {
  return new Promise((resolve) => {
    vi.spyOn(console, "log").mockImplementation((text: string) => {
      const [link] = /http\S+/.exec(text) ?? [];
      if (link) resolve(new URL(link).searchParams.get("login_code") ?? "");
    });
  });
}

/** Sends a request as the project's website does. */
async function post({ gatehouse, project }: Pick<Tried, "gatehouse" | "project">, path: string, body: object) {
  const response = await fetch(`${gatehouse.apiUrl}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": project.projectId,
      "x-stack-publishable-client-key": project.keys.publishableClientKey,
    },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Returns what an authenticator app shows now (RFC 6238). */
function totpOf(secret: Buffer): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", secret).update(counter).digest();
  return String((digest.readUInt32BE(digest.readUInt8(19) & 0xf) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
