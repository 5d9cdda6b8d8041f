import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "../../../db/sessions/schema";
import { teams } from "../../../db/teams/schema";
import { passwords, users } from "../../../db/users/schema";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { bcryptHash, channelsOf, create, expectFlatRowToFollow, teamOf, unknownId } from "./users.fixtures";

describe("PATCH /users/{user_id}", () => {
  const patch = (p: TestProject, id: string, body: object) =>
    p.server("PATCH /users/{user_id}", { params: { user_id: id }, body });

  it("200 changes only the given fields, and the copies in the user's row follow every change", async () => {
    const p = await project({ "auth.otp.allowSignIn": true });
    const user = await create(p, { display_name: "Ada", client_metadata: 1 });
    let expected = user;
    const steps: [object, object][] = [
      [{}, {}],
      [{ display_name: "Grace Hopper" }, { display_name: "Grace Hopper" }],
      [{ primary_email: "Grace@Example.com" }, { primary_email: "grace@example.com" }],
      [{ primary_email_verified: true }, { primary_email_verified: true }],
      [{ primary_email_auth_enabled: true }, { primary_email_auth_enabled: true }],
      [{ password: "correct horse" }, { has_password: true, auth_with_email: true }],
      [{ otp_auth_enabled: true }, { otp_auth_enabled: true }],
      [{ totp_secret_base64: "c2VjcmV0" }, { requires_totp_mfa: true }],
      [{ server_metadata: { plan: "x" } }, { server_metadata: { plan: "x" } }],
      [{ client_read_only_metadata: [1] }, { client_read_only_metadata: [1] }],
      [{ client_metadata: null }, { client_metadata: null }],
      // A new address is unverified, but stays the sign-in address that the old one was.
      [{ primary_email: "hopper@example.com" }, { primary_email: "hopper@example.com", primary_email_verified: false }],
      [{ totp_secret_base64: null }, { requires_totp_mfa: false }],
      [{ password: null }, { has_password: false }],
      [
        { otp_auth_enabled: false, passkey_auth_enabled: false },
        { otp_auth_enabled: false, otp_auth_switched_off: true, auth_with_email: false },
      ],
      [{ primary_email: null }, { primary_email: null, primary_email_auth_enabled: false }],
      [{ primary_email: null, primary_email_verified: false }, {}],
      [{ display_name: "" }, { display_name: null }],
      [{ display_name: " \t\u00a0\u200b\ufeff" }, { display_name: null }],
      [{ display_name: " Ada " }, { display_name: " Ada " }],
    ];
    for (const [body, change] of steps) {
      const response = await patch(p, user.id, body);
      expected = { ...expected, ...change };
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: expected });
      await expectFlatRowToFollow(p, user.id);
    }
  });

  it("200 a new primary address that is another channel of the user makes that channel the primary one", async () => {
    const p = await project();
    const user = await create(p, { primary_email: "old@example.com", primary_email_verified: true });
    await p.server("POST /contact-channels", {
      body: { user_id: user.id, type: "email", value: "new@example.com", used_for_auth: true, is_verified: true },
    });
    const { body } = await patch(p, user.id, { primary_email: "new@example.com" });
    expect(body).toMatchObject({
      primary_email: "new@example.com",
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    });
    const channels = await channelsOf(p, user.id);
    expect(Object.fromEntries(channels.map(({ value, isPrimary }) => [value, isPrimary]))).toEqual({
      "old@example.com": false,
      "new@example.com": true,
    });
    await expectFlatRowToFollow(p, user.id);
  });

  // Attack: keep using a session that was started with a stolen password after the password has changed.
  it.each([{ password: "new password" }, { password: null }, { password_hash: bcryptHash }])(
    "200 %j ends all sessions of the user, and no others",
    async (body) => {
      const p = await project();
      const [user, other] = [
        await create(p, { primary_email: "ada@example.com", password: "old password" }),
        await create(p),
      ];
      for (const { id } of [user, other]) await p.server("POST /auth/sessions", { body: { user_id: id } });
      expect((await patch(p, user.id, body)).status).toBe(200);
      const [left] = await db.batch([db.select().from(sessions).where(eq(sessions.projectId, p.id))]);
      expect(left.map((session) => session.userId)).toEqual([other.id]);
    },
  );

  it("200 selects a team of the user, shows it, and deselects it", async () => {
    const p = await project();
    const user = await create(p);
    const teamId = await teamOf(p, user.id);
    const { body } = await patch(p, user.id, { selected_team_id: teamId });
    expect(body).toMatchObject({ selected_team_id: teamId, selected_team: { id: teamId, server_metadata: null } });
    expect((await patch(p, user.id, { selected_team_id: null })).body.selected_team).toBeNull();
  });

  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a team that the user is not in, and nothing changes", async () => {
    const [p, other] = [await project(), await project()];
    const [user, member, foreign] = [await create(p), await create(p), await create(other)];
    for (const team_id of [unknownId, await teamOf(p, member.id), await teamOf(other, foreign.id)]) {
      const response = await patch(p, user.id, { selected_team_id: team_id, display_name: "Ada" });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: user.id });
    }
    expect((await p.server("GET /users/{user_id}", { params: { user_id: user.id } })).body).toEqual(user);
  });

  it("200 upgrades an anonymous user: unnamed personal teams get the new name, others keep theirs", async () => {
    const p = await project();
    const user = await create(p, { is_anonymous: true });
    const unnamed = await teamOf(p, user.id, "Personal Team");
    const named = await teamOf(p, user.id, "Core");
    const { body } = await patch(p, user.id, { is_anonymous: false, primary_email: "ada@example.com" });
    expect(body).toMatchObject({ id: user.id, is_anonymous: false, signed_up_at_millis: user.signed_up_at_millis });
    const [rows] = await db.batch([db.select().from(teams).where(eq(teams.projectId, p.id))]);
    expect(Object.fromEntries(rows.map((team) => [team.id, team.displayName]))).toEqual({
      [unnamed]: "ada@example.com's Team",
      [named]: "Core",
    });
  });

  it("409 USER_EMAIL_ALREADY_EXISTS for a sign-in address of another user, also when only the flag changes", async () => {
    const p = await project();
    await create(p, { primary_email: "ada@example.com", primary_email_auth_enabled: true });
    const user = await create(p, { primary_email: "ada@example.com" });
    const rival = await create(p, { primary_email: "bob@example.com", primary_email_auth_enabled: true });
    const details = { email: "ada@example.com", would_work_if_email_was_verified: false };
    const flagged = await patch(p, user.id, { primary_email_auth_enabled: true });
    expectError(flagged, 409, "USER_EMAIL_ALREADY_EXISTS", details);
    const moved = await patch(p, rival.id, { primary_email: "ada@example.com" });
    expectError(moved, 409, "USER_EMAIL_ALREADY_EXISTS", details);
    expect(
      (await patch(p, rival.id, { primary_email: "ada@example.com", primary_email_auth_enabled: false })).status,
    ).toBe(200);
    await expectFlatRowToFollow(p, rival.id);
  });

  it.each([
    [{ password: "a", password_hash: bcryptHash }, "Cannot set both password and password_hash at the same time."],
    [{ password: "correct horse" }, "A password cannot be set for a user without a primary e-mail."],
    [{ primary_email_verified: true }, "primary_email_verified cannot be true without primary_email"],
    [{ primary_email_auth_enabled: true }, "primary_email_auth_enabled cannot be true without primary_email"],
    [{ otp_auth_enabled: true }, "OTP auth not enabled in the project"],
    [
      { passkey_auth_enabled: true },
      "Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method",
    ],
  ])("400 plain for %j", async (body, text) => {
    const p = await project();
    const user = await create(p);
    expectPlainError(await patch(p, user.id, body), 400, text);
    expect((await p.server("GET /users/{user_id}", { params: { user_id: user.id } })).body).toEqual(user);
  });

  it("400 plain for a first password where password sign-in is off; a second one may replace it", async () => {
    const p = await project({ "auth.password.allowSignIn": false });
    const user = await create(p, { primary_email: "ada@example.com" });
    expectPlainError(await patch(p, user.id, { password: "a" }), 400, "Password auth not enabled in the project");
    await db.batch([
      db.insert(passwords).values({ projectId: p.id, userId: user.id, hash: bcryptHash }),
      db.update(users).set({ hasPassword: true }).where(eq(users.id, user.id)),
    ]);
    expect((await patch(p, user.id, { password: "a" })).status).toBe(200);
  });

  it("400 SCHEMA_ERROR that names the one value that is_anonymous may have", async () => {
    const p = await project();
    const user = await create(p);
    for (const [is_anonymous, complaint] of [
      [true, "must be one of the following values: false"],
      [null, "cannot be null"],
    ]) {
      expectError(await patch(p, user.id, { is_anonymous }), 400, "SCHEMA_ERROR", {
        message: `Request validation failed on PATCH /api/v1/users/${user.id}:\n  - body.is_anonymous ${complaint}`,
      });
    }
  });

  // Attack: change a user of another project by its id; write fields that only the server itself may write.
  it("404 USER_NOT_FOUND for another project's user; 400 SCHEMA_ERROR for fields that are read-only", async () => {
    const [p, other] = [await project(), await project()];
    const foreign = await create(other);
    expectError(await patch(p, foreign.id, { display_name: "X" }), 404, "USER_NOT_FOUND");
    expectError(await patch(p, unknownId, { display_name: "X" }), 404, "USER_NOT_FOUND");
    for (const body of [
      { is_anonymous: true },
      { has_password: true },
      { project_id: p.id },
      { oauth_providers: [] },
    ]) {
      expectError(await patch(other, foreign.id, body), 400, "SCHEMA_ERROR");
    }
    expect((await other.server("GET /users/{user_id}", { params: { user_id: foreign.id } })).body).toEqual(foreign);
  });
});
