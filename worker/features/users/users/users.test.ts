import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { teamMemberships } from "../../../db/memberships/schema";
import { projectPermissionGrants, teamPermissionGrants } from "../../../db/permissions/schema";
import { sessions } from "../../../db/sessions/schema";
import { teams } from "../../../db/teams/schema";
import { plainFields } from "../../../db/users/queries";
import { contactChannels, oauthLinks, passwords, totpSecrets, users } from "../../../db/users/schema";
import { openTotpSecret } from "../../../db/users/totp";
import { readSettings } from "../../../platform/env";
import { verifyPassword } from "../../../platform/password-hash";
import { idPattern } from "../../../platform/secrets";
import { openTools } from "../../../platform/tools";
import { wireName } from "../../../protocol/wire-names";
import { db, project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import {
  bcryptHash,
  channelsOf,
  create,
  expectFlatRowToFollow,
  google,
  passwordOf,
  teamOf,
  totpOf,
  unknownId,
} from "./users.fixtures";

describe("POST /users", () => {
  it("201 with an empty body: every field at its default", async () => {
    const p = await project();
    const before = Date.now();
    const { status, body } = await p.server("POST /users", { body: {} });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(idPattern),
      display_name: null,
      primary_email: null,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      ...Object.fromEntries(plainFields.map((name) => [wireName(name), null])),
      signed_up_at_millis: expect.any(Number),
      last_active_at_millis: body.signed_up_at_millis,
      has_password: false,
      otp_auth_enabled: false,
      passkey_auth_enabled: false,
      auth_with_email: false,
      requires_totp_mfa: false,
      oauth_providers: [],
      selected_team_id: null,
      selected_team: null,
      is_anonymous: false,
      is_restricted: false,
      restricted_reason: null,
      restricted_by_admin: false,
      restricted_by_admin_reason: null,
      restricted_by_admin_private_details: null,
      country_code: null,
      risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
      suspended_at_millis: null,
    });
    expect(body.signed_up_at_millis).toBeGreaterThanOrEqual(before);
    expect((await p.admin("GET /users/{user_id}", { params: { user_id: body.id } })).body).toEqual(body);
    await expectFlatRowToFollow(p, body.id);
  });

  it("201 with every field: stored and read back", async () => {
    const p = await project({ "auth.otp.allowSignIn": true, ...google });
    const body = {
      display_name: "Ada Lovelace",
      profile_image_url: "https://images.example/ada.png",
      client_metadata: { a: [1, null] },
      client_read_only_metadata: "text",
      server_metadata: 0,
      primary_email: "Ada@Example.COM",
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password: "correct horse",
      otp_auth_enabled: true,
      totp_secret_base64: "c2VjcmV0IHNlY3JldCBzZWNyZXQ=",
      oauth_providers: [
        { id: "google", account_id: "g-1", email: "ada@gmail.example" },
        { id: "google", account_id: "g-2" },
      ],
    };
    const user = await create(p, body);
    expect(user).toMatchObject({
      display_name: "Ada Lovelace",
      profile_image_url: "https://images.example/ada.png",
      client_metadata: { a: [1, null] },
      client_read_only_metadata: "text",
      server_metadata: 0,
      primary_email: "ada@example.com",
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      has_password: true,
      otp_auth_enabled: true,
      auth_with_email: true,
      requires_totp_mfa: true,
      oauth_providers: [
        { id: "google", account_id: "g-1", email: "ada@gmail.example" },
        { id: "google", account_id: "g-2", email: null },
      ],
    });
    expect((await p.server("GET /users/{user_id}", { params: { user_id: user.id } })).body).toEqual(user);
    const [channel, ...others] = await channelsOf(p, user.id);
    expect(channel).toMatchObject({ value: "ada@example.com", isPrimary: true, isVerified: true, usedForAuth: true });
    expect(others).toEqual([]);
    const hash = (await passwordOf(p, user.id)) ?? "";
    const settings = readSettings(env);
    expect(hash).toMatch(/^\$argon2id\$/);
    const tools = { ...openTools(env), fail: () => expect.unreachable() };
    const holder = { id: p.id, shares: settings.projectShares };
    expect(await verifyPassword(tools, holder, hash, "correct horse")).toMatchObject({ valid: true });
    const totp = await totpOf(p, user.id);
    expect(totp?.sealedSecret).not.toContain("c2VjcmV0");
    const one = { projectId: p.id, userId: user.id };
    const { serverSecrets } = settings;
    expect(await openTotpSecret(serverSecrets, one, totp?.sealedSecret ?? "")).toBe("c2VjcmV0IHNlY3JldCBzZWNyZXQ=");
    const [links] = await db.batch([db.select().from(oauthLinks).where(eq(oauthLinks.userId, user.id))]);
    expect(links).toMatchObject([
      { accountId: "g-1", allowSignIn: true, allowConnectedAccounts: true },
      { accountId: "g-2", allowSignIn: true, allowConnectedAccounts: true },
    ]);
    await expectFlatRowToFollow(p, user.id);
  });

  it("201 also where sign-up is disabled; an empty name is stored as none", async () => {
    const p = await project({ "auth.allowSignUp": false });
    for (const display_name of ["", "   ", "\u200b"]) {
      expect(await create(p, { display_name })).toMatchObject({ display_name: null });
    }
  });

  it("201 grants the default permissions and gives a personal team, selected, with creator permissions", async () => {
    const p = await project({
      "teams.createPersonalTeamOnSignUp": true,
      "rbac.permissions": {
        reader: { scope: "project", containedPermissionIds: {} },
        owner: { scope: "team", containedPermissionIds: {} },
      },
      "rbac.defaultPermissions.signUp": { reader: true },
      "rbac.defaultPermissions.teamCreator": { owner: true },
    });
    const named = await create(p, { display_name: "Ada", primary_email: "ada@example.com" });
    expect(named.selected_team).toMatchObject({ id: named.selected_team_id, display_name: "Ada's Team" });
    const addressed = await create(p, { primary_email: "bob@example.com" });
    expect(addressed.selected_team.display_name).toBe("bob@example.com's Team");
    expect((await create(p, { is_anonymous: true })).selected_team.display_name).toBe("Personal Team");
    const [projectGrants, teamGrants] = await db.batch([
      db.select().from(projectPermissionGrants).where(eq(projectPermissionGrants.userId, named.id)),
      db.select().from(teamPermissionGrants).where(eq(teamPermissionGrants.userId, named.id)),
    ]);
    expect(projectGrants.map((grant) => grant.permissionId)).toEqual(["reader"]);
    expect(teamGrants).toMatchObject([{ teamId: named.selected_team_id, permissionId: "owner" }]);
    expect((await p.server("GET /users/{user_id}", { params: { user_id: named.id } })).body).toEqual(named);
  });

  it("201 imports a bcrypt hash as it is, without hashing", async () => {
    const p = await project();
    const { body, cost } = await p.server("POST /users", {
      body: { primary_email: "ada@example.com", password_hash: bcryptHash },
    });
    expect(body).toMatchObject({ has_password: true });
    expect(await passwordOf(p, body.id)).toBe(bcryptHash);
    expect(cost.hashes).toBe(0);
  });

  it("409 USER_EMAIL_ALREADY_EXISTS for a taken sign-in address in any case; unused ones may be shared", async () => {
    const [p, other] = [await project(), await project()];
    const taken = { primary_email: "ada@example.com", primary_email_auth_enabled: true };
    await create(p, taken);
    const response = await p.server("POST /users", { body: { ...taken, primary_email: "ADA@example.com" } });
    expectError(response, 409, "USER_EMAIL_ALREADY_EXISTS", {
      email: "ada@example.com",
      would_work_if_email_was_verified: false,
    });
    expect(response.body.error).toBe('A user with email "ada@example.com" already exists.');
    expect((await p.server("GET /users")).body.items).toHaveLength(1);
    expect(await create(p, { primary_email: "ada@example.com" })).toMatchObject({ primary_email_auth_enabled: false });
    await create(other, taken);
  });

  it("201 for one of 20 concurrent requests with the same sign-in address", async () => {
    const p = await project();
    const body = { primary_email: "ada@example.com", primary_email_auth_enabled: true };
    const responses = await Promise.all(Array.from({ length: 20 }, () => p.server("POST /users", { body })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect((await p.server("GET /users")).body.items).toHaveLength(1);
  });

  it("400 OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN for another user's account, and nothing is stored", async () => {
    const p = await project(google);
    const body = { oauth_providers: [{ id: "google", account_id: "g-1", email: null }] };
    await create(p, body);
    const response = await p.server("POST /users", { body });
    expectError(response, 400, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
    const twice = { id: "google", account_id: "g-2", email: null };
    const doubled = await p.server("POST /users", { body: { oauth_providers: [twice, twice] } });
    expectError(doubled, 400, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
    expect((await p.server("GET /users")).body.items).toHaveLength(1);
  });

  it.each([
    [{ password: "a", password_hash: bcryptHash }, "Cannot set both password and password_hash at the same time."],
    [
      { password_hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
      "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.",
    ],
    [
      { password_hash: "$2b$17$abcdefghijklmnopqrstuuJWJW8lwLrqd0cpS1Nw9pfvYDVS2yxAW" },
      "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.",
    ],
    [{ primary_email_auth_enabled: true }, "primary_email_auth_enabled cannot be true without primary_email"],
    [
      { primary_email: null, primary_email_verified: true },
      "primary_email_verified cannot be true without primary_email",
    ],
    [{ password: "correct horse" }, "A password cannot be set for a user without a primary e-mail."],
    [
      { password_hash: bcryptHash, primary_email: null },
      "A password cannot be set for a user without a primary e-mail.",
    ],
    [{ otp_auth_enabled: true }, "OTP auth not enabled in the project"],
    [
      { passkey_auth_enabled: true },
      "Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method",
    ],
    [{ oauth_providers: [{ id: "google", account_id: "1" }] }, "OAuth provider google not found"],
    [{ oauth_providers: [{ id: "constructor", account_id: "1" }] }, "OAuth provider constructor not found"],
    [{ profile_image_url: "ftp://images.example/a.png" }, "Invalid profile image URL"],
  ])("400 plain for %j", async (body, text) => {
    const p = await project();
    expectPlainError(await p.server("POST /users", { body }), 400, text);
    expect((await p.server("GET /users")).body.items).toEqual([]);
  });

  it("400 plain for a password where password sign-in is off", async () => {
    const p = await project({ "auth.password.allowSignIn": false });
    const response = await p.server("POST /users", { body: { password: "correct horse" } });
    expectPlainError(response, 400, "Password auth not enabled in the project");
    expect(await create(p, { password: null })).toMatchObject({ has_password: false });
  });

  it.each([
    [undefined, "body must be defined"],
    [{ primary_email: "" }, "body.primary_email must not be empty"],
    [{ primary_email: "no-address" }, "body.primary_email must be a valid email"],
    [{ primary_email: `${"a".repeat(250)}@b.example` }, "body.primary_email must be at most 256 characters"],
    [{ password: "x".repeat(71) }, "body.password must be at most 70 characters"],
    [{ password_hash: "" }, "body.password_hash must not be empty"],
    [{ display_name: "x".repeat(257) }, "body.display_name must be at most 256 characters"],
    [{ totp_secret_base64: "?" }, "body.totp_secret_base64 is not valid base64"],
    [{ totp_secret_base64: "" }, "body.totp_secret_base64 must not be empty"],
    [{ selected_team_id: null }, "body contains unknown properties: selected_team_id"],
    [{ id: unknownId }, "body contains unknown properties: id"],
    [
      { oauth_providers: [{ id: "google", account_id: "1", admin: true }] },
      "body.oauth_providers[0] contains unknown properties: admin",
    ],
    [{ profile_image_url: "a b" }, "body.profile_image_url contains spaces"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const p = await project();
    const response = await p.server("POST /users", { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });

  // Attack: fill a row beyond what D1 stores (2 MB), so that the user can neither be read nor removed.
  it("400 SCHEMA_ERROR for metadata over 512 KiB; three values of just that size are stored", async () => {
    const p = await project();
    const full = "x".repeat(512 * 1024 - 2);
    const response = await p.server("POST /users", { body: { server_metadata: `${full}x` } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("body.server_metadata must be at most 524288 bytes as JSON");
    const user = await create(p, { server_metadata: full, client_metadata: full, client_read_only_metadata: full });
    const params = { user_id: user.id };
    const image = `https://images.example/${"y".repeat(900_000)}`;
    const patched = await p.server("PATCH /users/{user_id}", { params, body: { profile_image_url: image } });
    const text = "Image address (900023 characters) exceeds maximum allowed length (8192 characters)";
    expectPlainError(patched, 400, text);
  });
});

describe("GET /users/{user_id}", () => {
  it("200 in one round trip", async () => {
    const p = await project();
    const user = await create(p, { display_name: "Ada" });
    const { status, body, cost } = await p.server("GET /users/{user_id}", { params: { user_id: user.id } });
    expect({ status, body, d1: cost.d1 }).toEqual({ status: 200, body: user, d1: 1 });
  });

  // Attack: read a user of another project by its id.
  it("404 USER_NOT_FOUND for an unknown id and for another project's user", async () => {
    const [p, other] = [await project(), await project()];
    const foreign = await create(other);
    for (const user_id of [unknownId, foreign.id]) {
      expectError(await p.server("GET /users/{user_id}", { params: { user_id } }), 404, "USER_NOT_FOUND");
    }
  });

  it("400 SCHEMA_ERROR for an id that is no UUID", async () => {
    const p = await project();
    expectError(await p.server("GET /users/{user_id}", { params: { user_id: "1" } }), 400, "SCHEMA_ERROR");
  });
});

describe("DELETE /users/{user_id}", () => {
  it("200 deletes the user with all their data, sessions and search index included; the team stays", async () => {
    const p = await project(google);
    const user = await create(p, {
      display_name: "Ada",
      primary_email: "ada@example.com",
      primary_email_auth_enabled: true,
      password: "correct horse",
      totp_secret_base64: "c2VjcmV0",
      oauth_providers: [{ id: "google", account_id: "g-1" }],
    });
    const teamId = await teamOf(p, user.id);
    await p.server("POST /auth/sessions", { body: { user_id: user.id } });
    const { status, body } = await p.server("DELETE /users/{user_id}", { params: { user_id: user.id } });
    expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    const left = await db.batch([
      db.select({ id: users.id }).from(users).where(eq(users.projectId, p.id)),
      db.select({ id: contactChannels.id }).from(contactChannels).where(eq(contactChannels.projectId, p.id)),
      db.select({ id: oauthLinks.id }).from(oauthLinks).where(eq(oauthLinks.projectId, p.id)),
      db.select({ id: passwords.userId }).from(passwords).where(eq(passwords.projectId, p.id)),
      db.select({ id: totpSecrets.userId }).from(totpSecrets).where(eq(totpSecrets.projectId, p.id)),
      db.select({ id: sessions.id }).from(sessions).where(eq(sessions.projectId, p.id)),
      db.select({ id: teamMemberships.userId }).from(teamMemberships).where(eq(teamMemberships.projectId, p.id)),
    ]);
    expect(left.flat()).toEqual([]);
    const [kept] = await db.batch([db.select({ id: teams.id }).from(teams).where(eq(teams.projectId, p.id))]);
    expect(kept).toEqual([{ id: teamId }]);
    expect((await p.server("GET /users", { query: { query: "ada" } })).body.items).toEqual([]);
    const again = await p.server("DELETE /users/{user_id}", { params: { user_id: user.id }, body: {} });
    expectError(again, 404, "USER_NOT_FOUND");
  });

  it("404 USER_NOT_FOUND for another project's user, who stays", async () => {
    const [p, other] = [await project(), await project()];
    const foreign = await create(other);
    const params = { user_id: foreign.id };
    expectError(await p.server("DELETE /users/{user_id}", { params }), 404, "USER_NOT_FOUND");
    expect((await other.server("GET /users/{user_id}", { params })).status).toBe(200);
  });
});
