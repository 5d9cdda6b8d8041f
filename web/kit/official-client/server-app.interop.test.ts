import { describe, it } from "vitest";
import { asTokenStore, newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { newProject, signUp, startProject } from "../../../scripts/testing/official-client";
import { GatehouseAdminApp, stackAppInternals } from "../index";

const suite = startProject();

describe("the official server app", () => {
  it("201: creates a user with every field that it may set, and reads it back by id", async ({ expect }) => {
    const app = suite.project.serverApp();
    const email = newAddress();
    const created = await app.createUser({
      primaryEmail: email,
      primaryEmailAuthEnabled: true,
      primaryEmailVerified: true,
      password: PASSWORD,
      displayName: "Grace",
      clientMetadata: { seen: true },
      clientReadOnlyMetadata: { plan: "free" },
      serverMetadata: { secret: 42 },
    });
    const read = await suite.project.serverApp().getUser(created.id);
    expect(read).toMatchObject({
      id: created.id,
      primaryEmail: email,
      primaryEmailVerified: true,
      displayName: "Grace",
      hasPassword: true,
      emailAuthEnabled: true,
      oauthProviders: [],
      clientMetadata: { seen: true },
      clientReadOnlyMetadata: { plan: "free" },
      serverMetadata: { secret: 42 },
    });
    expect(read?.signedUpAt).toEqual(created.signedUpAt);
    expect(read?.lastActiveAt).toEqual(created.signedUpAt);
    expect(await suite.project.clientApp().signInWithCredential({ email, password: PASSWORD })).toMatchObject({
      status: "ok",
    });
  });

  it("409 USER_EMAIL_ALREADY_EXISTS: makes no second user for a sign-in address", async ({ expect }) => {
    const app = suite.project.serverApp();
    const user = { primaryEmail: newAddress(), primaryEmailAuthEnabled: true };
    await app.createUser(user);
    await expect(app.createUser(user)).rejects.toMatchObject({ errorCode: "USER_EMAIL_ALREADY_EXISTS" });
    expect(await app.listUsers({ query: user.primaryEmail })).toHaveLength(1);
  });

  it("404 USER_NOT_FOUND: finds no user of another project", async ({ expect }) => {
    // The attack: read or change another owner's users with the keys of a project of one's own.
    const other = await newProject(suite.gatehouse);
    const { id } = await other.serverApp().createUser({ primaryEmail: newAddress() });
    expect(await other.serverApp().getUser(id)).not.toBeNull();
    expect(await suite.project.serverApp().getUser(id)).toBeNull();
    expect((await suite.project.serverApp().listUsers()).map((user) => user.id)).not.toContain(id);
  });

  it("200: lists users page by page, in either direction, without gaps or doubles", async ({ expect }) => {
    const own = await newProject(suite.gatehouse);
    const app = own.serverApp();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      ids.push((await app.createUser({ displayName: `User ${index}` })).id);
    }
    for (const desc of [false, true]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await app.listUsers({ limit: 2, orderBy: "signedUpAt", desc, ...(cursor && { cursor }) });
        expect(page.length).toBeLessThanOrEqual(2);
        found.push(...page.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(found, `desc: ${desc}`).toEqual(desc ? ids.toReversed() : ids);
    }
  });

  it("200: finds users by name, address and id", async ({ expect }) => {
    const own = await newProject(suite.gatehouse);
    const app = own.serverApp();
    const ada = await app.createUser({ displayName: "Ada Lovelace", primaryEmail: newAddress("countess") });
    await app.createUser({ displayName: "Grace Hopper" });
    for (const query of ["lovelace", "countess-", "ADA LOVE", ada.id]) {
      expect([...(await app.listUsers({ query }))], query).toMatchObject([{ id: ada.id }]);
    }
    expect(await app.listUsers({ query: "no such user" })).toHaveLength(0);
    expect(await app.listUsers()).toHaveLength(2);
  });

  it("200: changes every field of a user", async ({ expect }) => {
    const app = suite.project.serverApp();
    const user = await app.createUser({ displayName: "Before" });
    const email = newAddress();
    await user.update({
      displayName: "After",
      primaryEmail: email,
      primaryEmailAuthEnabled: true,
      primaryEmailVerified: true,
      password: PASSWORD,
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 },
    });
    expect(await app.getUser(user.id)).toMatchObject({
      displayName: "After",
      primaryEmail: email,
      primaryEmailVerified: true,
      hasPassword: true,
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 },
    });

    const second = newAddress("second");
    await user.setDisplayName("Later");
    await user.setPrimaryEmail(second, { verified: false });
    await user.setClientMetadata({ a: 4 });
    await user.setClientReadOnlyMetadata({ b: 5 });
    await user.setServerMetadata({ c: 6 });
    expect(await user.setPassword({ password: "a new password" })).toBeUndefined();
    const changed = await app.getUser(user.id);
    expect(changed?.toClientJson()).toMatchObject({ id: user.id, display_name: "Later", client_metadata: { a: 4 } });
    expect(changed).toMatchObject({
      displayName: "Later",
      primaryEmail: second,
      primaryEmailVerified: false,
      clientMetadata: { a: 4 },
      clientReadOnlyMetadata: { b: 5 },
      serverMetadata: { c: 6 },
    });
    expect(
      await suite.project.clientApp().signInWithCredential({ email: second, password: "a new password" }),
    ).toMatchObject({ status: "ok" });
  });

  it("200: what the server keeps of a user never reaches the website", async ({ expect }) => {
    // The attack: read the server's notes about oneself with one's own session.
    const user = await suite.project.serverApp().createUser({ serverMetadata: { risk: "needle-in-a-haystack" } });
    const { accessToken } = await (await user.createSession({})).getTokens();
    const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1/users/me`, {
      headers: {
        "x-stack-access-type": "client",
        "x-stack-project-id": suite.project.projectId,
        "x-stack-publishable-client-key": suite.project.keys.publishableClientKey,
        "x-stack-access-token": accessToken ?? "",
      },
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain(user.id);
    expect(text).not.toContain("needle-in-a-haystack");
  });

  it("200: makes a session for a user, which website and backend both take", async ({ expect }) => {
    const app = suite.project.serverApp();
    const user = await app.createUser({ displayName: "Signed in by the server" });
    const session = await user.createSession({ expiresInMillis: 60_000 });
    const { accessToken, refreshToken } = await session.getTokens();
    const tokenStore = asTokenStore({ accessToken, refreshToken });
    const clientUser = await suite.project.clientApp().getUser({ or: "throw", tokenStore });
    expect(clientUser.id).toBe(user.id);
    expect(await app.getUser({ tokenStore })).toMatchObject({ id: user.id });
    expect(await app.getPartialUser({ from: "token", tokenStore })).toMatchObject({ id: user.id });

    const [active] = await clientUser.getActiveSessions();
    expect(active).toMatchObject({ userId: user.id, isCurrentSession: true });
    await expect(clientUser.revokeSession(crypto.randomUUID())).rejects.toThrow("Session not found.");
    await user.revokeSession(active?.id ?? "");
    await expect(clientUser.revokeSession(active?.id ?? "")).rejects.toThrow("did not provide authentication");
  });

  it("200: keeps sessions of an impersonation out of the user's own list", async ({ expect }) => {
    const user = await suite.project.serverApp().createUser({});
    const own = await (await user.createSession({})).getTokens();
    await user.createSession({ isImpersonation: true });
    const tokenStore = asTokenStore(own);
    const clientUser = await suite.project.clientApp().getUser({ or: "throw", tokenStore });
    expect(await clientUser.getActiveSessions()).toMatchObject([{ isImpersonation: false }]);
  });

  it("200: adds, changes and deletes contact channels of any user", async ({ expect }) => {
    const [email, second] = [newAddress(), newAddress("second")];
    const user = await suite.project.serverApp().createUser({ primaryEmail: email });
    const created = await user.createContactChannel({
      value: second,
      type: "email",
      usedForAuth: false,
      isVerified: true,
    });
    expect(created).toMatchObject({ value: second, isPrimary: false, isVerified: true, usedForAuth: false });
    await created.update({ isPrimary: true, isVerified: false });
    expect((await user.listContactChannels()).find(({ value }) => value === second)).toMatchObject({
      isPrimary: true,
      isVerified: false,
    });
    expect(await suite.project.serverApp().getUser(user.id)).toMatchObject({
      primaryEmail: second,
      primaryEmailVerified: false,
    });
    await created.delete();
    expect((await user.listContactChannels()).map(({ value }) => value)).toEqual([email]);
  });

  it("200: deletes a user together with the user's sessions", async ({ expect }) => {
    const app = suite.project.serverApp();
    const email = newAddress();
    const user = await app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD });
    const { accessToken, refreshToken } = await (await user.createSession({})).getTokens();
    const tokenStore = asTokenStore({ accessToken, refreshToken });
    await user.delete();
    expect(await suite.project.serverApp().getUser(user.id)).toBeNull();
    expect(await suite.project.clientApp().getUser({ tokenStore })).toBeNull();
    expect(await suite.project.clientApp().signInWithCredential({ email, password: PASSWORD })).toMatchObject({
      status: "error",
      error: { errorCode: "EMAIL_PASSWORD_MISMATCH" },
    });
    await app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true });
  });

  it("200: signs a user up, in and out like a website", async ({ expect }) => {
    const app = suite.project.serverApp();
    const email = newAddress();
    await app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD });
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
    const user = await app.getUser({ or: "throw" });
    expect(user).toMatchObject({ primaryEmail: email });
    expect(await app.getServerUser()).toMatchObject({ id: user.id });
    expect(await user.getAuthJson()).toEqual(await user.currentSession.getTokens());
    await user.signOut();
    expect(await app.getUser()).toBeNull();
  });

  it("400 SCHEMA_ERROR: changes no password by the old one without the user's session", async ({ expect }) => {
    // This version of the client leaves the session out of the request, which no server could accept.
    const user = await suite.project.serverApp().createUser({ primaryEmail: newAddress(), password: PASSWORD });
    const change = user.updatePassword({ oldPassword: PASSWORD, newPassword: "a new password" });
    await expect(change).rejects.toMatchObject({ errorCode: "SCHEMA_ERROR" });
    await expect(change).rejects.toThrow("auth.user must be defined");
  });

  it("throws that it cannot send a verification email on a user's behalf", async ({ expect }) => {
    const user = await suite.project.serverApp().createUser({ primaryEmail: newAddress() });
    await expect(user.sendVerificationEmail()).rejects.toThrow("This feature is not yet supported.");
  });
});

/** Describes what the official client's own hook for metrics sends its request with. */
type Internals = { sendRequest(path: string, init: RequestInit, tier: "admin"): Promise<Response> };

describe("the metrics of a project", () => {
  it("200: have for the kit all that they have for the official client", async ({ expect }) => {
    const project = await newProject(suite.gatehouse);
    await signUp(project.clientApp(), newAddress());
    // Its apps with keys send none of them with such a request.
    const internals = Reflect.get(project.owned.app, stackAppInternals) as Internals;
    const response = await internals.sendRequest("/internal/metrics?include_anonymous=false", {}, "admin");
    const metrics = await response.json();
    expect(metrics).toMatchObject({ total_users: 1, login_methods: [{ method: "password", count: 1 }] });
    const { apiUrl: baseUrl } = suite.gatehouse;
    const { projectId, keys } = project;
    const app = new GatehouseAdminApp({ baseUrl, projectId, tokenStore: null, ...keys });
    expect(await app.getMetrics()).toMatchObject(metrics);
    await project.clientApp().getUser({ or: "anonymous" });
    expect((await app.getMetrics({ includeAnonymous: true })).total_users).toBe(2);
  });
});
