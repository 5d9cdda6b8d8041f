import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { changedSettings, mapSecrets, renderConfig } from "../../config";
import { secretPaths } from "../../config/secrets";
import { auditEvents } from "../../db/audit/schema";
import { owner } from "../../testing/owner";
import { password, signIn, signUp } from "../../testing/password-sign-ins";
import { db, project, type TestProject, tierHeaders } from "../../testing/project";
import { twoRotations, under } from "../../testing/rotation";
import { sendRequest } from "../../testing/send-request";
import { claimsOf, signedIn } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";

interface Recorded {
  type: string;
  actor: { type: string; id: string };
  impersonator: { type: string; id: string } | null;
  session_id: string | null;
  target: { type: string; id: string } | null;
  details: Record<string, unknown>;
  user_agent: string | null;
}

async function eventsOf(p: TestProject, query: Record<string, string> = {}): Promise<Recorded[]> {
  return (await p.admin("GET /internal/audit-events", { query })).body.items;
}

async function eventOf(p: TestProject, type: string): Promise<Recorded> {
  const [event, ...more] = await eventsOf(p, { type });
  expect([event?.type, more]).toEqual([type, []]);
  return event as Recorded;
}

async function keySetId(p: TestProject): Promise<string> {
  return (await p.admin("GET /internal/api-keys")).body.items[0].id;
}

const override = (p: TestProject, patch: object) =>
  p.admin("PATCH /internal/config/override", { body: { config_override_string: JSON.stringify(patch) } });

describe("the audit log of administration", () => {
  it("has each setting that was changed, with its values before and after, and who changed it", async () => {
    const p = await project({ "auth.allowSignUp": true });
    await override(p, {
      "auth.allowSignUp": false,
      "domains.trustedDomains": { a: { baseUrl: "https://a.example", handlerPath: "/handler" } },
    });
    expect(await eventOf(p, "project.updated")).toMatchObject({
      actor: { type: "key", id: await keySetId(p) },
      target: { type: "project", id: p.id },
      details: {
        changes: expect.arrayContaining([
          { key: "auth.allowSignUp", before: true, after: false },
          { key: "domains.trustedDomains.a.baseUrl", before: null, after: "https://a.example" },
        ]),
      },
    });
  });

  it("has no event for a change that changes nothing, nor for one that is refused", async () => {
    const p = await project({ "auth.allowSignUp": false });
    await override(p, { "auth.allowSignUp": false });
    await override(p, { "auth.allowSignUp": "no boolean" });
    expect(await eventsOf(p)).toEqual([]);
  });

  it("names the owner behind a change that is made with an owner's token", async () => {
    const [p, someone] = [await project(), await owner()];
    await sendRequest("PATCH /internal/projects/current", {
      headers: { ...tierHeaders(p.id, "admin", ""), "x-stack-admin-access-token": someone.token },
      body: { display_name: "Mine" },
    });
    // The project is not theirs: nothing happened, and nothing is recorded.
    expect(await eventsOf(p)).toEqual([]);
    const { body } = await someone.client("POST /internal/projects", {
      body: { display_name: "Theirs", owner_team_id: someone.teamId },
    });
    await sendRequest("PATCH /internal/projects/current", {
      headers: { ...tierHeaders(body.id, "admin", ""), "x-stack-admin-access-token": someone.token },
      body: { display_name: "Mine", is_production_mode: false },
    });
    const [rows] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, body.id))]);
    expect(rows.map(({ type, actorType, actorId, details }) => ({ type, actorType, actorId, details }))).toEqual([
      { type: "project.created", actorType: "user", actorId: someone.userId, details: {} },
      {
        type: "project.updated",
        actorType: "owner",
        actorId: someone.userId,
        details: { changes: [{ key: "displayName", before: "Theirs", after: "Mine" }] },
      },
    ]);
  });

  // Evidence: says-secret-setting-only-changed
  it("says of every secret setting only that it was changed", async () => {
    // Attack: an admin reads in the log the SMTP password or the OAuth secret that an owner entered.
    const visited: string[] = [];
    const secret = "a-secret-to-keep";
    const patch = {
      "auth.oauth.providers.google": { type: "google", isShared: false, clientId: "id", clientSecret: secret },
      "emails.server": {
        isShared: false,
        provider: "smtp",
        host: "mail.example",
        port: 25,
        username: "u",
        password: secret,
        senderEmail: "a@a.example",
        senderName: "A",
      },
    };
    await mapSecrets(patch, async (path, value) => {
      visited.push(path);
      return value;
    });
    // The patch has every secret that the configuration may hold.
    expect(visited.map((path) => path.replace(".google.", ".*.")).sort()).toEqual(
      secretPaths.map((path) => path.join(".")).sort(),
    );
    const p = await project();
    expect((await override(p, patch)).status).toBe(200);
    const event = await eventOf(p, "project.updated");
    for (const key of visited) expect(event.details.changes).toContainEqual({ key, secret: "changed" });
    await override(p, { "emails.server.password": "another-secret" });
    await override(p, { "auth.oauth.providers.google": null });
    const { body } = await p.admin("GET /internal/audit-events/export");
    expect(body).not.toMatch(/a-secret-to-keep|another-secret|sealed:/);
    const [, second] = await eventsOf(p, { type: "project.updated" });
    expect(second?.details.changes).toEqual([{ key: "emails.server.password", secret: "changed" }]);
  });

  it("lists no secret that a change only seals under a new root secret", async () => {
    const p = await project();
    const { first, second } = twoRotations();
    const patch = (changes: object) => ({ body: { config_override_string: JSON.stringify(changes) } });
    const google = { type: "google", isShared: false, clientId: "id", clientSecret: "a-secret-to-keep" };
    await under(first, p).admin("PATCH /internal/config/override", patch({ "auth.oauth.providers.google": google }));
    await under(second, p).admin("PATCH /internal/config/override", patch({ "auth.allowSignUp": false }));
    const [event] = await eventsOf(p, { type: "project.updated" });
    expect(event?.details.changes).toEqual([{ key: "auth.allowSignUp", before: true, after: false }]);
  });

  it("takes a key of a record with dots in it for no other setting", () => {
    // Attack: an id with a dot moves a secret to a path at which no secret is expected.
    const stored = { auth: { oauth: { providers: { "a.b": { type: "google", clientSecret: "hidden" } } } } };
    const changes = changedSettings(renderConfig({}), renderConfig(stored));
    expect(JSON.stringify(changes)).not.toContain("hidden");
  });

  it("has keys that were made and revoked, without the keys", async () => {
    const p = await project();
    const { body } = await p.admin("POST /internal/api-keys", {
      body: {
        description: "CI",
        expires_at_millis: Date.now() + 1e9,
        has_publishable_client_key: false,
        has_secret_server_key: true,
        has_super_secret_admin_key: false,
      },
    });
    await p.admin("PATCH /internal/api-keys/{api_key_id}", {
      params: { api_key_id: body.id },
      body: { revoked: true },
    });
    expect((await eventsOf(p, { target_id: body.id })).map(({ type }) => type).sort()).toEqual([
      "internal_key.created",
      "internal_key.revoked",
    ]);
    expect((await p.admin("GET /internal/audit-events/export")).body).not.toContain(body.secret_server_key);
  });

  it("has permission definitions, and permissions that were granted and taken back", async () => {
    const p = await project();
    await p.admin("POST /project-permission-definitions", { body: { id: "reports" } });
    const userId = await bareUser(p.id);
    const params = { user_id: userId, permission_id: "reports" };
    await p.server("POST /project-permissions/{user_id}/{permission_id}", { params, body: {} });
    await p.server("DELETE /project-permissions/{user_id}/{permission_id}", { params });
    expect((await p.server("DELETE /project-permissions/{user_id}/{permission_id}", { params })).status).toBe(404);
    const [event] = await eventsOf(p, { type: "project.updated" });
    expect(JSON.stringify(event?.details)).toContain("rbac.permissions.reports");
    expect((await eventsOf(p, { target_id: userId })).map(({ type }) => type).sort()).toEqual([
      "project_permission.granted",
      "project_permission.revoked",
    ]);
  });

  it("keeps the deletion of a project in the log of the internal project", async () => {
    const p = await project();
    const actorId = await keySetId(p);
    await p.admin("DELETE /internal/projects/current");
    const [rows] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.targetId, p.id))]);
    expect(rows).toMatchObject([{ projectId: "internal", type: "project.deleted", actorType: "key", actorId }]);
  });
});

describe("the audit log of users' security", () => {
  it("has sign-up, sign-in and sign-out, each with the session and the method", async () => {
    const p = await project();
    const user = await signUp(p);
    const { body: tokens } = await signIn(p, user.email);
    await p.as(tokens).client("DELETE /auth/sessions/current");
    expect((await p.as(tokens).client("DELETE /auth/sessions/current")).status).toBe(401);
    const events = await eventsOf(p, { actor_id: user.user_id });
    const sessionId = claimsOf(tokens.access_token).refresh_token_id;
    expect(events.map(({ type, details }) => [type, details]).sort()).toEqual([
      ["user.signed_in", { method: "password" }],
      ["user.signed_out", {}],
      ["user.signed_up", { method: "password" }],
    ]);
    for (const event of events.filter(({ type }) => type !== "user.signed_up")) {
      expect(event.session_id).toBe(sessionId);
    }
  });

  it("has a sign-in that fails, as done by nobody, since anyone may have tried", async () => {
    const p = await project();
    const user = await signUp(p);
    await signIn(p, user.email, "wrong password");
    expect((await eventsOf(p)).map(({ type }) => type).sort()).toEqual(["sign_in.failed", "user.signed_up"]);
    expect(await eventOf(p, "sign_in.failed")).toMatchObject({
      actor: { type: "system", id: null },
      target: { type: "user", id: user.user_id },
      details: { method: "password", reason: "wrong_password", count: 1 },
    });
  });

  it("names who impersonates a user, in what is done in that session", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId, { is_impersonation: true });
    await p.as(session).client("DELETE /auth/sessions/current");
    const by = { type: "key", id: await keySetId(p) };
    expect(await eventOf(p, "user.impersonated")).toMatchObject({ actor: by, session_id: session.id });
    expect(await eventOf(p, "user.signed_out")).toMatchObject({
      actor: { type: "user", id: userId },
      impersonator: by,
    });
  });

  it("has a changed password, the session that a server revoked, and a deleted user", async () => {
    const p = await project();
    const user = await signUp(p);
    await p.as(user).client("POST /auth/password/update", {
      body: { old_password: password, new_password: `${password} 2` },
    });
    const again = await signIn(p, user.email, `${password} 2`);
    const sessionId = String(claimsOf(again.body.access_token).refresh_token_id);
    await p.server("DELETE /auth/sessions/{session_id}", { params: { session_id: sessionId } });
    await p.server("DELETE /users/{user_id}", { params: { user_id: user.user_id } });
    expect(await eventOf(p, "password.changed")).toMatchObject({
      actor: { type: "user", id: user.user_id },
      target: { type: "user", id: user.user_id },
    });
    expect(await eventOf(p, "session.revoked")).toMatchObject({
      actor: { type: "key" },
      target: { type: "session", id: sessionId },
      details: { user_id: user.user_id },
    });
    expect(await eventOf(p, "user.deleted")).toMatchObject({ actor: { type: "key" }, target: { id: user.user_id } });
  });

  it("has addresses that were added and removed, by their ids alone", async () => {
    const p = await project();
    const user_id = await bareUser(p.id);
    const value = "someone@private.example";
    const { body } = await p.server("POST /contact-channels", {
      body: { user_id, type: "email", value, used_for_auth: false, is_primary: false },
    });
    const params = { user_id, contact_channel_id: body.id };
    await p.server("DELETE /contact-channels/{user_id}/{contact_channel_id}", { params });
    await p.server("DELETE /contact-channels/{user_id}/{contact_channel_id}", { params });
    const events = await eventsOf(p, { target_id: user_id });
    expect(events.map(({ type, details }) => [type, details]).sort()).toEqual([
      ["contact_channel.created", { contact_channel_id: body.id }],
      ["contact_channel.deleted", { contact_channel_id: body.id }],
    ]);
    expect((await p.admin("GET /internal/audit-events/export")).body).not.toContain(value);
  });

  it("has accounts at providers that a server links, changes and unlinks, by the ids of the links alone", async () => {
    const google = { type: "google", isShared: true, allowSignIn: true, allowConnectedAccounts: true };
    const p = await project({ "auth.oauth.providers.google": google });
    const user_id = await bareUser(p.id);
    const account_id = "account-at-google";
    const { body } = await p.server("POST /oauth-providers", {
      body: {
        ...{ user_id, account_id, provider_config_id: "google", email: "someone@private.example" },
        ...{ allow_sign_in: true, allow_connected_accounts: false },
      },
    });
    const params = { user_id, provider_id: body.id };
    await p.server("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body: { allow_sign_in: false } });
    await p.server("DELETE /oauth-providers/{user_id}/{provider_id}", { params });
    const events = await eventsOf(p, { target_id: user_id });
    expect(events.map(({ type, details }) => [type, details]).sort()).toEqual([
      ["oauth_account.linked", { link_id: body.id, provider_config_id: "google" }],
      ["oauth_account.unlinked", { link_id: body.id }],
      ["oauth_account.updated", { link_id: body.id, fields: ["allow_sign_in"] }],
    ]);
    expect((await p.admin("GET /internal/audit-events/export")).body).not.toMatch(/account-at-google|private\.example/);
  });

  it("has who joins and leaves a team, with the permissions that members get", async () => {
    const p = await project({
      "rbac.permissions": { billing: { scope: "team" } },
      "rbac.defaultPermissions.teamMember": { billing: true },
    });
    const user_id = await bareUser(p.id);
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    const params = { team_id: team.id, user_id };
    await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
    expect((await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} })).status).toBe(409);
    await p.server("DELETE /team-memberships/{team_id}/{user_id}", { params });
    const events = await eventsOf(p, { target_id: user_id });
    expect(events.map(({ type, details }) => [type, details]).sort()).toEqual([
      ["team_membership.created", { team_id: team.id, permission_ids: ["billing"] }],
      ["team_membership.deleted", { team_id: team.id }],
    ]);
  });

  // Evidence: has-teams-made-changed-deleted-whom
  it("has teams that were made, changed and deleted, by whom, without their texts", async () => {
    // Attack: a stolen key renames, empties and deletes teams, and no trace of it is left.
    const p = await project({
      "teams.allowClientTeamCreation": true,
      "rbac.permissions": { editor: { scope: "team", containedPermissionIds: { $update_team: true } } },
      "rbac.defaultPermissions.teamCreator": { editor: true },
    });
    const user = await signUp(p);
    const { body: made } = await p.as(user).client("POST /teams", {
      body: { display_name: "Private name", creator_user_id: "me" },
    });
    const params = { team_id: made.id };
    const body = { display_name: "Another name", server_metadata: { token: "hidden" } };
    const renamed = await p.as(user).client("PATCH /teams/{team_id}", { params, body: { display_name: "Mine" } });
    const patched = await p.server("PATCH /teams/{team_id}", { params, body });
    const deleted = await p.admin("DELETE /teams/{team_id}", { params });
    expect([renamed.status, patched.status, deleted.status]).toEqual([200, 200, 200]);
    expect((await p.server("PATCH /teams/{team_id}", { params, body })).status).toBe(404);
    expect((await p.server("DELETE /teams/{team_id}", { params })).status).toBe(404);
    const events = await eventsOf(p, { target_id: made.id });
    const key = await keySetId(p);
    expect(events.map(({ type, target, actor, details }) => [type, target?.type, actor.id, details]).reverse()).toEqual(
      [
        ["team.created", "team", user.user_id, { creator_user_id: user.user_id }],
        ["team.updated", "team", user.user_id, { fields: ["display_name"] }],
        ["team.updated", "team", key, { fields: ["display_name", "server_metadata"] }],
        ["team.deleted", "team", key, {}],
      ],
    );
    expect((await p.admin("GET /internal/audit-events/export")).body).not.toMatch(/Private name|Another name|hidden/);
  });

  it("has a team that is made without a member, and none that a refused request would have made", async () => {
    const p = await project();
    const { body: made } = await p.server("POST /teams", { body: { display_name: "Team" } });
    const stranger = { display_name: "Team", creator_user_id: crypto.randomUUID() };
    expect((await p.server("POST /teams", { body: stranger })).status).toBe(404);
    expect((await p.server("PATCH /teams/{team_id}", { params: { team_id: made.id }, body: {} })).status).toBe(200);
    expect(await eventsOf(p)).toMatchObject([
      { type: "team.created", target: { type: "team", id: made.id }, details: { creator_user_id: null } },
    ]);
  });

  it("has what a server changes of a user, by the names of the fields", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    await p.server("PATCH /users/{user_id}", {
      params: { user_id: userId },
      body: { display_name: "Ada", server_metadata: { token: "hidden" } },
    });
    expect((await eventOf(p, "user.updated")).details).toEqual({ fields: ["display_name", "server_metadata"] });
  });
});
