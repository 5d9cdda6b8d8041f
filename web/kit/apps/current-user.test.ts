import { describe, expect, it } from "vitest";
import { appInternals } from "../app/internals";
import { onWrite } from "../app/on-write";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost, FakePage } from "../testing/fake-host";
import { accessToken, adminProject, clientUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";
import type { CurrentUser } from "./current-user";

const api = serverOfEachTest();

const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };

/** A user and what their app announced since. */
async function signedInUser({ projectId = "p1", user = clientUser } = {}) {
  api.on("GET /users/me", { body: user });
  const options = { projectId, publishableClientKey: "pck_1", baseUrl: api.url, tokenStore: "memory" } as const;
  const app = new GatehouseClientApp(options, new FakeHost(new FakePage()));
  api.on("POST /auth/password/sign-in", { body: { access_token: tokenStore.accessToken, refresh_token: "r1" } });
  await app.signInWithCredential({ email: "a@b.co", password: "x" });
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  return { app, user: await app.getUser({ or: "throw" }), changed };
}

describe("changing the user", () => {
  it.each<[string, (user: CurrentUser) => Promise<void>, object]>([
    [
      "update",
      (user) => user.update({ displayName: null, profileImageUrl: "https://a.example/i.png" }),
      { display_name: null, profile_image_url: "https://a.example/i.png" },
    ],
    [
      "switches",
      (user) => user.update({ otpAuthEnabled: true, passkeyAuthEnabled: false }),
      { otp_auth_enabled: true, passkey_auth_enabled: false },
    ],
    [
      "undefined is not sent",
      (user) => user.update({ displayName: undefined, otpAuthEnabled: true }),
      { otp_auth_enabled: true },
    ],
    ["setDisplayName", (user) => user.setDisplayName("Zoë II"), { display_name: "Zoë II" }],
    [
      "setClientMetadata keeps its names",
      (user) => user.setClientMetadata({ fooBar: { bazQux: 1 } }),
      { client_metadata: { fooBar: { bazQux: 1 } } },
    ],
    ["setSelectedTeam", (user) => user.setSelectedTeam({ id: "t1" }), { selected_team_id: "t1" }],
    ["setSelectedTeam to none", (user) => user.setSelectedTeam(null), { selected_team_id: null }],
    [
      "a TOTP secret",
      (user) => user.update({ totpMultiFactorSecret: new Uint8Array([0, 255, 16]) }),
      { totp_secret_base64: "AP8Q" },
    ],
    ["no TOTP secret", (user) => user.update({ totpMultiFactorSecret: null }), { totp_secret_base64: null }],
  ])("%s", async (_, change, body) => {
    api.on("PATCH /users/me", { body: clientUser });
    const { user, changed } = await signedInUser();
    await change(user);
    expect(api.bodyOf("PATCH /users/me")).toEqual(body);
    expect(changed).toEqual(["current-user users team-members passkeys recovery-codes"]);
  });

  it("delete removes the account and ends the session", async () => {
    api.on("DELETE /users/me", { body: { success: true } });
    const { app, user } = await signedInUser();
    await user.delete();
    expect(app[appInternals].session().key).toBe("not-logged-in");
  });
});

describe("passwords", () => {
  it("updatePassword sends both, and returns the error or undefined", async () => {
    api.on("POST /auth/password/update", [
      { body: { success: true } },
      refusal("PASSWORD_CONFIRMATION_MISMATCH", 400, "Passwords do not match."),
      refusal("PASSWORD_TOO_SHORT", 400, "Password too short. Minimum length is 8.", { min_length: 8 }),
    ]);
    const { user } = await signedInUser();
    const options = { oldPassword: "old", newPassword: "new" };
    expect(await user.updatePassword(options)).toBeUndefined();
    expect(api.bodyOf("POST /auth/password/update")).toEqual({ old_password: "old", new_password: "new" });
    expect((await user.updatePassword(options))?.errorCode).toBe("PASSWORD_CONFIRMATION_MISMATCH");
    expect((await user.updatePassword(options))?.errorCode).toBe("PASSWORD_TOO_SHORT");
  });

  it("setPassword sends one, and returns the error or undefined", async () => {
    api.on("POST /auth/password/set", [
      { body: { success: true } },
      refusal("PASSWORD_TOO_LONG", 400, "Password too long. Maximum length is 70.", { maxLength: 70 }),
    ]);
    const { user } = await signedInUser();
    expect(await user.setPassword({ password: "new" })).toBeUndefined();
    expect(api.bodyOf("POST /auth/password/set")).toEqual({ password: "new" });
    expect((await user.setPassword({ password: "new" }))?.details).toEqual({ maxLength: 70 });
  });
});

describe("the session", () => {
  it("hands its tokens to a backend of one's own", async () => {
    const { user } = await signedInUser();
    expect(await user.getAuthJson()).toEqual(tokenStore);
    expect(await user.currentSession.getTokens()).toEqual(tokenStore);
    const { "x-stack-auth": header } = await user.getAuthHeaders();
    expect(JSON.parse(header)).toEqual(tokenStore);
  });

  it("returns nulls once it is over", async () => {
    const { app, user } = await signedInUser();
    app[appInternals].session().markInvalid();
    expect(await user.getAuthJson()).toEqual({ accessToken: null, refreshToken: null });
  });

  it("is listed with the others, and others can be ended", async () => {
    const geo = { ip: "192.0.2.1", countryCode: "DE" };
    const browserInfo = { browser: "Chrome", system: "macOS", device: "desktop" };
    api.on("GET /auth/sessions?user_id=me", {
      body: {
        items: [
          {
            id: "s1",
            user_id: "u1",
            created_at: 1_760_000_000_000,
            is_impersonation: false,
            last_used_at: 1_760_000_000_001,
            is_current_session: true,
            family_id: "s0",
            last_used_at_end_user_ip_info: geo,
            last_used_at_end_user_agent_info: browserInfo,
          },
          { id: "s2", user_id: "u1", created_at: 1_760_000_000_002, is_impersonation: true },
        ],
      },
    });
    api.on("DELETE /auth/sessions/s2?user_id=me", { body: { success: true } });
    const { user, changed } = await signedInUser();
    expect(await user.getActiveSessions()).toEqual([
      {
        id: "s1",
        userId: "u1",
        createdAt: new Date(1_760_000_000_000),
        isImpersonation: false,
        lastUsedAt: new Date(1_760_000_000_001),
        isCurrentSession: true,
        familyId: "s0",
        geoInfo: geo,
        browserInfo,
      },
      {
        id: "s2",
        userId: "u1",
        createdAt: new Date(1_760_000_000_002),
        isImpersonation: true,
        lastUsedAt: undefined,
        isCurrentSession: false,
        familyId: "s2",
        geoInfo: undefined,
      },
    ]);
    await user.revokeSession("s2");
    expect(changed).toEqual(["sessions"]);
  });
});

describe("teams", () => {
  const team = {
    id: "t1",
    display_name: "Core",
    profile_image_url: null,
    client_metadata: { a_b: 1 },
    client_read_only_metadata: null,
  };

  it("are listed, and one is found among them", async () => {
    api.on("GET /teams?user_id=me", { body: { items: [team] } });
    const { user } = await signedInUser();
    const mapped = {
      id: "t1",
      displayName: "Core",
      profileImageUrl: null,
      clientMetadata: { a_b: 1 },
      clientReadOnlyMetadata: null,
    };
    expect(await user.listTeams()).toEqual([mapped]);
    expect(await user.getTeam("t1")).toEqual(mapped);
    expect(await user.getTeam("t2")).toBeNull();
  });

  it("createTeam makes one and selects it", async () => {
    api.on("POST /teams", { status: 201, body: team });
    api.on("PATCH /users/me", { body: clientUser });
    const { user } = await signedInUser();
    expect((await user.createTeam({ displayName: "Core" })).id).toBe("t1");
    expect(api.bodyOf("POST /teams")).toEqual({ display_name: "Core", creator_user_id: "me" });
    expect(api.bodyOf("PATCH /users/me")).toEqual({ selected_team_id: "t1" });
  });
});

describe("contact channels", () => {
  const channel = {
    id: "c1",
    user_id: "u1",
    value: "a@b.co",
    type: "email",
    used_for_auth: true,
    is_verified: false,
    is_primary: true,
  };

  it("are listed, made, changed, deleted", async () => {
    api.on("GET /contact-channels?user_id=me", { body: { items: [channel] } });
    api.on("POST /contact-channels", { status: 201, body: channel });
    api.on("PATCH /contact-channels/me/c1", { body: channel });
    api.on("DELETE /contact-channels/me/c1", { body: { success: true } });
    const { user, changed } = await signedInUser();
    const [listed] = await user.listContactChannels();
    expect({ ...listed }).toEqual({
      id: "c1",
      value: "a@b.co",
      type: "email",
      usedForAuth: true,
      isVerified: false,
      isPrimary: true,
    });
    await user.createContactChannel({ value: "a@b.co", type: "email", usedForAuth: true });
    expect(api.bodyOf("POST /contact-channels")).toEqual({
      value: "a@b.co",
      type: "email",
      used_for_auth: true,
      user_id: "me",
    });
    await listed?.update({ isPrimary: false });
    expect(api.bodyOf("PATCH /contact-channels/me/c1")).toEqual({ is_primary: false });
    await listed?.delete();
    expect(changed).toEqual(Array(3).fill("contact-channels current-user users"));
  });

  it("send verification emails that lead to the verification page; a verified one has nothing to send", async () => {
    api.on("GET /contact-channels?user_id=me", { body: { items: [channel] } });
    const route = "POST /contact-channels/me/c1/send-verification-code";
    api.on(route, [
      { body: { success: true } },
      refusal("EMAIL_ALREADY_VERIFIED", 409, "x"),
      refusal("REDIRECT_URL_NOT_WHITELISTED", 400, "Not trusted."),
    ]);
    const { user } = await signedInUser();
    const [listed] = await user.listContactChannels();
    await listed?.sendVerificationEmail();
    expect(api.bodyOf(route)).toEqual({ callback_url: "https://shop.example/handler/email-verification" });
    await listed?.sendVerificationEmail();
    await expect(listed?.sendVerificationEmail()).rejects.toThrow("Not trusted.");
  });

  it("the user's own verification email goes to the primary address", async () => {
    api.on("POST /contact-channels/send-verification-code", [
      { body: { success: true } },
      refusal("EMAIL_ALREADY_VERIFIED", 409, "x"),
    ]);
    const { user } = await signedInUser();
    expect(await user.sendVerificationEmail({ callbackUrl: "https://shop.example/v" })).toBeUndefined();
    expect(api.bodyOf("POST /contact-channels/send-verification-code")).toEqual({
      email: "zoe@example.com",
      callback_url: "https://shop.example/v",
    });
    expect((await user.sendVerificationEmail())?.errorCode).toBe("EMAIL_ALREADY_VERIFIED");
  });

  it("without a primary address there is none", async () => {
    const { user } = await signedInUser({ user: { ...clientUser, primary_email: null } });
    await expect(user.sendVerificationEmail()).rejects.toThrow("User does not have a primary email");
  });
});

describe("owned projects", () => {
  it("exist for users of the internal project only", async () => {
    const { user } = await signedInUser();
    const refused = "Cannot call this function on a Gatehouse app with a project ID other than 'internal'.";
    await expect(user.listOwnedProjects()).rejects.toThrow(refused);
    await expect(user.createProject({ displayName: "Shop", teamId: "t1" })).rejects.toThrow(refused);
  });

  it("are administered with the owner's session, and what happens to them shows in the owner's list", async () => {
    api.on("GET /internal/projects", { body: { items: [adminProject] } });
    api.on("PATCH /internal/projects/current", { body: adminProject });
    const { user, changed } = await signedInUser({ projectId: "internal" });
    const [project] = await user.listOwnedProjects();
    expect(project).toMatchObject({ id: adminProject.id, displayName: "Shop" });
    expect(project?.app.projectId).toBe(adminProject.id);
    await project?.update({ displayName: "Shop II" });
    expect(api.requestsFor("PATCH /internal/projects/current")[0]).toMatchObject({
      body: '{"display_name":"Shop II"}',
      headers: {
        "x-stack-project-id": adminProject.id,
        "x-stack-access-type": "admin",
        "x-stack-admin-access-token": tokenStore.accessToken,
      },
    });
    expect(changed).toEqual(["owned-projects"]);
  });

  it("are transferred to another team by the owner, and the owner's list is read again", async () => {
    api.on("GET /internal/projects", { body: { items: [adminProject] } });
    api.on("POST /internal/projects/transfer", { body: { success: "true" } });
    const { user, changed } = await signedInUser({ projectId: "internal" });
    const [project] = await user.listOwnedProjects();
    await project?.transfer(user, "t2");
    await project?.transfer("t2");
    const requests = api.requestsFor("POST /internal/projects/transfer");
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(request).toMatchObject({
        body: JSON.stringify({ project_id: adminProject.id, new_team_id: "t2" }),
        headers: { "x-stack-project-id": "internal", "x-stack-access-type": "client" },
      });
    }
    expect(changed).toEqual(["owned-projects", "owned-projects"]);
  });

  it("are administered through one app each, however often they are listed", async () => {
    api.on("GET /internal/projects", { body: { items: [adminProject] } });
    const { user } = await signedInUser({ projectId: "internal" });
    const [[first], [second]] = [await user.listOwnedProjects(), await user.listOwnedProjects()];
    expect(first?.app).toBe(second?.app);
  });

  it("are made for a team", async () => {
    api.on("POST /internal/projects", { status: 201, body: adminProject });
    const { user, changed } = await signedInUser({ projectId: "internal" });
    const project = await user.createProject({ displayName: "Shop", teamId: "t1", config: { signUpEnabled: false } });
    expect(api.bodyOf("POST /internal/projects")).toEqual({
      display_name: "Shop",
      owner_team_id: "t1",
      config: { sign_up_enabled: false },
    });
    expect(project.id).toBe(adminProject.id);
    expect(changed).toEqual(["owned-projects"]);
  });
});
