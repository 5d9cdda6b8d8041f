import { describe, expect, it } from "vitest";
import { hasMakerLeft, insertKey } from "../../db/api-keys/changes";
import { newId } from "../../platform/secrets";
import type { EndpointKey } from "../../protocol/endpoint";
import { db, project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import type { RequestInput } from "../../testing/send-request";
import { refusesRestricted } from "../../testing/suspensions";
import { bareUser } from "../../testing/tokens";
import { grantInTeam, teamOf, userOf } from "../permissions/permissions.fixtures";
import { newApiKey } from "./api-key";
import {
  changeStored,
  forgeries,
  keyProject,
  masked,
  strangeTexts,
  teamKey,
  teamWith,
  userKey,
} from "./api-keys.fixtures";

const notEnabled = "Team API keys are not enabled for this project.";

/** Tests who may manage a team's keys, the same for every endpoint: `inputFor` makes the input for a team and a key of it. */
function managers(key: EndpointKey, inputFor: (of: { teamId: string; keyId: string }) => RequestInput) {
  async function teamWithKey(p: TestProject, teamId: string) {
    const { id } = await teamKey(p, teamId);
    return inputFor({ teamId, keyId: id });
  }

  it("200 for members who hold $manage_api_keys, directly or through others, and for servers", async () => {
    const p = await keyProject();
    for (const granted of ["$manage_api_keys", "keeper", "admin"]) {
      const user = await userOf(p);
      const input = await teamWithKey(p, await teamWith(p, user.id, granted));
      const response = await user.client(key, input);
      expect(response.status).toBe(200);
      expect(response.cost.d1).toBe(key.startsWith("GET") ? 1 : 2);
      for (const caller of [p.server, p.admin]) expect((await caller(key, input)).status).toBe(200);
    }
  });

  it("attack: a member without $manage_api_keys, or a user outside the team, 404 API_KEY_NOT_FOUND, the same as for a team that is not there", async () => {
    const [p, other] = [await keyProject(), await keyProject()];
    const user = await userOf(p);
    // What is held in another team of theirs, or in another project, opens nothing here.
    await teamWith(p, user.id, "$manage_api_keys");
    const member = await teamWith(p, user.id, "basic", "$update_team");
    const [outside, elsewhere] = [await teamOf(p, []), await teamWith(other, await bareUser(other.id), "admin")];
    for (const input of [
      await teamWithKey(p, member),
      await teamWithKey(p, outside),
      await teamWithKey(other, elsewhere),
      inputFor({ teamId: newId(), keyId: newId() }),
    ]) {
      expectError(await user.client(key, input), 404, "API_KEY_NOT_FOUND");
    }
  });

  it("401 USER_AUTHENTICATION_REQUIRED without a user, 400 plain where keys are off, at every tier and first of all", async () => {
    const [p, off] = [await keyProject(), await keyProject({ "apiKeys.enabled": { user: true, team: false } })];
    const user = await userOf(p);
    const input = await teamWithKey(p, await teamWith(p, user.id, "admin"));
    expectError(await p.client(key, input), 401, "USER_AUTHENTICATION_REQUIRED");
    for (const caller of [off.client, off.server, off.admin]) {
      expectPlainError(await caller(key, input), 400, notEnabled);
    }
  });

  it("404 API_KEY_NOT_FOUND for who has lost the permission or left; what they made stays", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const teamId = await teamWith(p, user.id, "admin");
    const made = await teamKey(p, teamId);
    const params = { team_id: teamId, user_id: user.id, permission_id: "admin" };
    await p.server("DELETE /team-permissions/{team_id}/{user_id}/{permission_id}", { params });
    expectError(await user.client(key, inputFor({ teamId, keyId: made.id })), 404, "API_KEY_NOT_FOUND");
    expect((await p.server("POST /team-api-keys/check", { body: { api_key: made.value } })).status).toBe(200);
  });
}

describe("POST /team-api-keys", () => {
  const key = "POST /team-api-keys";
  managers(key, ({ teamId }) => ({ body: { description: "Robot", expires_at_millis: null, team_id: teamId } }));

  it("200 with the key's text this once", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const teamId = await teamWith(p, user.id, "$manage_api_keys");
    const body = { description: "Robot", expires_at_millis: 2_000_000_000_000, is_public: true, team_id: teamId };
    const response = await user.client(key, { body });
    expect(response.body).toEqual({
      id: expect.any(String),
      description: "Robot",
      created_at_millis: expect.any(Number),
      expires_at_millis: 2_000_000_000_000,
      is_public: true,
      value: expect.stringMatching(/^pk_[0-9a-hjkmnp-tv-z]{45}[0-9a-f]{32}team3574ck4u7h[0-9a-f]{8}$/),
      type: "team",
      team_id: teamId,
    });
    const listed = await user.client("GET /team-api-keys", { query: { team_id: teamId } });
    expect(listed.body).toEqual({ items: [masked(response.body)], is_paginated: false });
  });

  it("404 TEAM_NOT_FOUND for a server: unknown, or of another project; 400 SCHEMA_ERROR for what is no id", async () => {
    const [p, other] = [await keyProject(), await keyProject()];
    const make = (team_id: string) =>
      p.server(key, { body: { description: "Robot", expires_at_millis: null, team_id } });
    for (const team_id of [newId(), await teamOf(other, [])]) {
      expectError(await make(team_id), 404, "TEAM_NOT_FOUND", { team_id });
    }
    expectError(await make("x"), 400, "SCHEMA_ERROR");
  });
});

describe("GET /team-api-keys", () => {
  const key = "GET /team-api-keys";
  managers(key, ({ teamId }) => ({ query: { team_id: teamId } }));

  it("200 with this team's keys alone; 400 SCHEMA_ERROR without a team", async () => {
    const p = await keyProject();
    const [team, other] = [await teamOf(p, []), await teamOf(p, [])];
    const made = await teamKey(p, team);
    await teamKey(p, other);
    expect((await p.server(key, { query: { team_id: team } })).body.items).toEqual([masked(made)]);
    expect((await p.server(key, { query: { team_id: newId() } })).body.items).toEqual([]);
    expectError(await p.server(key), 400, "SCHEMA_ERROR", {
      message: "Request validation failed on GET /api/v1/team-api-keys:\n  - query.team_id must be defined",
    });
  });
});

describe("GET /team-api-keys/{api_key_id}", () => {
  const key = "GET /team-api-keys/{api_key_id}";
  managers(key, ({ teamId, keyId }) => ({ params: { api_key_id: keyId }, query: { team_id: teamId } }));

  it("200 with the key; 400 SCHEMA_ERROR without a team, though its value means nothing here", async () => {
    const p = await keyProject();
    const made = await teamKey(p, await teamOf(p, []));
    const params = { api_key_id: made.id };
    expect((await p.server(key, { params, query: { team_id: newId() } })).body).toEqual(masked(made));
    expectError(await p.server(key, { params }), 400, "SCHEMA_ERROR");
  });

  // Attack: naming a team in which one may manage keys, beside the id of a key of another.
  it("404 API_KEY_NOT_FOUND, whatever team the query names, and for keys of users", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const own = await teamWith(p, user.id, "admin");
    const theirs = await teamKey(p, await teamOf(p, []));
    const ofUser = await userKey(p, user.id);
    for (const { id } of [theirs, ofUser]) {
      const response = await user.client(key, { params: { api_key_id: id }, query: { team_id: own } });
      expectError(response, 404, "API_KEY_NOT_FOUND");
    }
  });
});

describe("PATCH /team-api-keys/{api_key_id}", () => {
  const key = "PATCH /team-api-keys/{api_key_id}";
  managers(key, ({ teamId, keyId }) => ({
    params: { api_key_id: keyId },
    query: { team_id: teamId },
    body: { description: "Mine" },
  }));

  it("200 revoked, for good; 400 PUBLIC_API_KEY_CANNOT_BE_REVOKED", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const teamId = await teamWith(p, user.id, "keeper");
    const [secret, open] = [await teamKey(p, teamId), await teamKey(p, teamId, { is_public: true })];
    const revoke = (id: string) =>
      user.client(key, { params: { api_key_id: id }, query: { team_id: teamId }, body: { revoked: true } });
    expect((await revoke(secret.id)).body).toEqual({
      ...masked(secret),
      manually_revoked_at_millis: expect.any(Number),
    });
    expectError(await revoke(open.id), 400, "PUBLIC_API_KEY_CANNOT_BE_REVOKED");
    const check = (api_key: string) => p.server("POST /team-api-keys/check", { body: { api_key } });
    expectError(await check(secret.value), 401, "API_KEY_REVOKED");
    expect((await check(open.value)).status).toBe(200);
  });
});

describe("a team's keys and who made them", () => {
  const make = async (user: Awaited<ReturnType<typeof userOf>>, teamId: string, fields: object = {}) => {
    const body = { description: "Robot", expires_at_millis: null, team_id: teamId, ...fields };
    return (await user.client("POST /team-api-keys", { body })).body;
  };
  const check = (p: TestProject, { value }: { value: string }) =>
    p.server("POST /team-api-keys/check", { body: { api_key: value } });
  const membership = (teamId: string, userId: string) => ({ params: { team_id: teamId, user_id: userId } });
  const join = async (p: TestProject, teamId: string, userId: string) => {
    const input = { ...membership(teamId, userId), body: {} };
    expect((await p.server("POST /team-memberships/{team_id}/{user_id}", input)).status).toBe(201);
  };

  // Evidence: keys-of-team-end-with-their-maker
  it("401 API_KEY_REVOKED for good once a member who made one is removed or leaves; those of others and of servers stay", async () => {
    // Attack: an admin of a team makes a key for it, and then is removed or leaves in anger. They still have the key's text,
    // which lets them do all that the team's programs may. Nobody thinks of the key, because the list of keys does not name who
    // made it.
    const p = await keyProject();
    const [admin, other] = [await userOf(p), await userOf(p)];
    const teamId = await teamWith(p, admin.id, "admin");
    const elsewhere = await teamWith(p, admin.id, "admin");
    await join(p, teamId, other.id);
    await grantInTeam(p, teamId, other.id, "admin", "$remove_members");
    const theirs = await make(admin, teamId);
    const kept = [
      await make(admin, elsewhere),
      await make(admin, teamId, { is_public: true }),
      await make(other, teamId),
      await teamKey(p, teamId),
    ];
    const asServer = { body: { description: "Robot", expires_at_millis: null, team_id: teamId } };
    kept.push((await admin.server("POST /team-api-keys", asServer)).body);
    expect((await admin.client("GET /user-api-keys", { query: { user_id: "me" } })).body.items).toEqual([]);

    expect(
      (await other.client("DELETE /team-memberships/{team_id}/{user_id}", membership(teamId, admin.id))).status,
    ).toBe(200);
    expectError(await check(p, theirs), 401, "API_KEY_REVOKED");
    for (const key of kept) expect((await check(p, key)).status).toBe(200);
    const listed = await other.client("GET /team-api-keys", { query: { team_id: teamId } });
    expect(listed.body.items).toContainEqual({ ...masked(theirs), manually_revoked_at_millis: expect.any(Number) });
    const { body: log } = await p.admin("GET /internal/audit-events", { query: { type: "api_key.revoked" } });
    expect(log.items).toMatchObject([
      {
        actor: { type: "user", id: other.id },
        target: { type: "api_key", id: theirs.id },
        details: { team_id: teamId, reason: "maker_left" },
      },
    ]);
    await join(p, teamId, admin.id);
    expectError(await check(p, theirs), 401, "API_KEY_REVOKED");

    const left = await other.client("DELETE /team-memberships/{team_id}/{user_id}", membership(teamId, other.id));
    expect(left.status).toBe(200);
    expectError(await check(p, kept[2]), 401, "API_KEY_REVOKED");
  });

  // Attack: keeping a team's key beyond one's account, which the project has suspended, or that one has deleted.
  it("401 API_KEY_REVOKED while who made it is suspended, and 404 API_KEY_NOT_FOUND once their account is deleted", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const key = await make(user, await teamWith(p, user.id, "admin"));
    const params = { user_id: user.id };
    await p.server("PUT /users/{user_id}/suspension", { params, body: { reason: "Spam" } });
    expectError(await check(p, key), 401, "API_KEY_REVOKED");
    await p.server("DELETE /users/{user_id}/suspension", { params });
    expect((await check(p, key)).status).toBe(200);
    await p.server("DELETE /users/{user_id}", { params });
    expectError(await check(p, key), 404, "API_KEY_NOT_FOUND");
  });

  // Attack: making a key in the moment in which one is removed, so that nothing revokes it.
  it("stores none of a user who is no member of the team any more", async () => {
    const p = await keyProject();
    const [user, teamId] = [await userOf(p), await teamOf(p, [])];
    const fields = { description: "Robot", expires_at_millis: null, is_public: false };
    const { row } = await newApiKey(p.id, { type: "team", ownerId: teamId, makerId: user.id }, fields);
    await expect(db.batch([insertKey(db, row)])).rejects.toSatisfy(hasMakerLeft);
  });
});

describe("POST /team-api-keys/check", () => {
  const key = "POST /team-api-keys/check";
  it("200 with the key and whose it is, in one round trip", async () => {
    const p = await keyProject();
    const made = await teamKey(p, await teamOf(p, []));
    const response = await p.server(key, { body: { api_key: made.value } });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, masked(made), 1]);
  });

  it("404 API_KEY_NOT_FOUND, 400 WRONG_API_KEY_TYPE, 401 API_KEY_EXPIRED before 401 API_KEY_REVOKED, 400 when off", async () => {
    const [p, off] = [await keyProject(), await project()];
    const teamId = await teamOf(p, []);
    const made = await teamKey(p, teamId);
    const check = (api_key: string) => p.server(key, { body: { api_key } });
    for (const text of [...strangeTexts, ...forgeries(made.value)]) {
      expectError(await check(text), 404, "API_KEY_NOT_FOUND");
    }
    const ofUser = await userKey(p, await bareUser(p.id));
    expectError(await check(ofUser.value), 400, "WRONG_API_KEY_TYPE", { expected_type: "team", actual_type: "user" });
    await changeStored(made.id, { manuallyRevokedAt: 1 });
    expectError(await check(made.value), 401, "API_KEY_REVOKED");
    await changeStored(made.id, { expiresAt: 1 });
    expectError(await check(made.value), 401, "API_KEY_EXPIRED");
    expectPlainError(await off.server(key, { body: { api_key: made.value } }), 400, notEnabled);
  });

  it("404 API_KEY_NOT_FOUND once its team is deleted; a member who leaves takes no key along", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const teamId = await teamWith(p, user.id, "admin");
    const made = await teamKey(p, teamId);
    const check = () => p.server(key, { body: { api_key: made.value } });
    await user.client("DELETE /users/me");
    expect((await check()).status).toBe(200);
    expect((await p.server("DELETE /teams/{team_id}", { params: { team_id: teamId } })).status).toBe(200);
    expectError(await check(), 404, "API_KEY_NOT_FOUND");
  });
});

describe("a team's key of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client("POST /team-api-keys", {
      body: { team_id: crypto.randomUUID(), description: "CI", expires_at_millis: null, is_public: false },
    }),
  );
});
