import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { newId } from "../../platform/secrets";
import { owner } from "../../testing/owner";
import { db, internalProject, project, tierHeaders } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { togetherOrApart } from "../../testing/shards";
import { accessToken, bareUser } from "../../testing/tokens";

type Owner = Awaited<ReturnType<typeof owner>>;

const key = "POST /internal/projects/transfer";

async function projectOf({ client, teamId }: Owner): Promise<string> {
  const body = { display_name: "Acme", owner_team_id: teamId };
  return (await client("POST /internal/projects", { body })).body.id;
}

async function joins({ userId: user_id }: Owner, { teamId: team_id }: Owner) {
  const params = { team_id, user_id };
  await internalProject().server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
}

const ownedBy = async ({ client }: Owner) => (await client("GET /internal/projects")).body.items;

describe(key, () => {
  it("200: the project belongs to the new team, whose members administer it from now on", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const project_id = await projectOf(me);
    const response = await me.client(key, { body: { project_id, new_team_id: other.teamId } });
    expect([response.status, response.body, response.cost.d1]).toEqual([
      200,
      { success: "true" },
      togetherOrApart(4, 5),
    ]);
    expect(await ownedBy(other)).toMatchObject([{ id: project_id, owner_team_id: other.teamId }]);
  });

  it("200 to the team that owns it already, which changes nothing and leaves no event in the audit log", async () => {
    const me = await owner();
    const project_id = await projectOf(me);
    const response = await me.client(key, { body: { project_id, new_team_id: me.teamId } });
    expect([response.status, response.body, response.cost.rowsWritten]).toEqual([200, { success: "true" }, 0]);
    expect(await ownedBy(me)).toMatchObject([{ id: project_id, owner_team_id: me.teamId }]);
    const ofProject = eq(auditEvents.projectId, project_id);
    const [events] = await db.batch([db.select({ type: auditEvents.type }).from(auditEvents).where(ofProject)]);
    expect(events).toEqual([{ type: "project.created" }]);
  });

  it("400 SCHEMA_ERROR without a user, and on any other project", async () => {
    const [me, p] = [await owner(), await project()];
    const body = { project_id: await projectOf(me), new_team_id: me.teamId };
    const details = { message: "Projects are transferred on the internal project, by a signed-in user" };
    for (const caller of [internalProject(), p]) {
      expectError(await caller.client(key, { body }), 400, "SCHEMA_ERROR", details);
    }
  });

  it("404 PROJECT_NOT_FOUND for an unknown project; 400 as text for one that no team owns", async () => {
    const [me, p] = [await owner(), await project()];
    const transferring = (project_id: string) => me.client(key, { body: { project_id, new_team_id: me.teamId } });
    for (const project_id of [newId(), "x"]) {
      expectError(await transferring(project_id), 404, "PROJECT_NOT_FOUND", { project_id });
    }
    expectPlainError(await transferring(p.id), 400, "Project must have an owner team to be transferred");
  });

  // Attack: an owner names a project of strangers, and takes it into a team of their own.
  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a project of a team that the caller is not in", async () => {
    const [me, other] = [await owner(), await owner()];
    const project_id = await projectOf(other);
    const response = await me.client(key, { body: { project_id, new_team_id: me.teamId } });
    const details = { team_id: other.teamId, user_id: me.userId };
    expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
    expect(await ownedBy(other)).toMatchObject([{ id: project_id }]);
  });

  // Attack: a member who was invited to help takes the project away from the team.
  it("401 TEAM_PERMISSION_REQUIRED for a member who is not team_admin of the team that owns the project", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const project_id = await projectOf(other);
    const response = await me.client(key, { body: { project_id, new_team_id: me.teamId } });
    const details = { team_id: other.teamId, user_id: me.userId, permission_id: "team_admin" };
    expectError(response, 401, "TEAM_PERMISSION_REQUIRED", details);
  });

  // Attack: a project is put on strangers, who would answer for what it stores.
  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a new team that the caller is not in, or that does not exist", async () => {
    const [me, other] = [await owner(), await owner()];
    const project_id = await projectOf(me);
    for (const new_team_id of [other.teamId, newId(), "x"]) {
      const response = await me.client(key, { body: { project_id, new_team_id } });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id: new_team_id, user_id: me.userId });
    }
    expect(await ownedBy(me)).toMatchObject([{ id: project_id }]);
  });

  it("401 ACCESS_TOKEN_EXPIRED once the owner has signed out, with the same owner as before", async () => {
    // Attack: the holder of a token that was stolen before the owner signed out moves the project for good.
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const project_id = await projectOf(me);
    await me.client("DELETE /auth/sessions/current");
    const response = await me.client(key, { body: { project_id, new_team_id: other.teamId } });
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    expect(await ownedBy(other)).toEqual([]);
  });

  // Race: two transfers of one project begin with the same owner.
  it("200 to one of two transfers at once to different teams, an error to the other: the project has one owner", async () => {
    const [me, ...others] = [await owner(), await owner(), await owner()];
    for (const other of others) await joins(me, other);
    const project_id = await projectOf(me);
    const responses = await Promise.all(
      others.map(({ teamId: new_team_id }) => me.client(key, { body: { project_id, new_team_id } })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const owned = await Promise.all(others.map(ownedBy));
    expect(owned.flat()).toHaveLength(1);
  });
});

describe(`${key} on the project itself, as the official client requests it`, () => {
  /** The project of an owner, and their requests on it with their session of the internal project. */
  async function ownProject(me: Owner) {
    const id = await projectOf(me);
    const transfer = (new_team_id: string, headers: Record<string, string> = {}, project_id = id) =>
      sendRequest(key, {
        body: { project_id, new_team_id },
        headers: {
          "x-stack-project-id": id,
          "x-stack-access-type": "admin",
          "x-stack-access-token": me.token,
          "x-stack-admin-access-token": me.token,
          ...headers,
        },
      });
    return { id, transfer };
  }

  it("200: the project belongs to the new team, in three round trips", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const { id, transfer } = await ownProject(me);
    const response = await transfer(other.teamId);
    expect([response.status, response.body, response.cost.d1]).toEqual([
      200,
      { success: "true" },
      togetherOrApart(3, 7),
    ]);
    expect(await ownedBy(other)).toMatchObject([{ id, owner_team_id: other.teamId }]);
  });

  it("200 with an admin key beside the owner's token: the audit log names the owner, and the key in the details", async () => {
    // Attack: who holds a key has an owner's token too, and the log names a key in place of the person.
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const { id, transfer } = await ownProject(me);
    const made = await sendRequest("POST /internal/api-keys", {
      headers: { ...tierHeaders(id, "admin", ""), "x-stack-admin-access-token": me.token },
      body: {
        ...{ description: "CI", expires_at_millis: Date.now() + 60_000, has_publishable_client_key: false },
        ...{ has_secret_server_key: false, has_super_secret_admin_key: true },
      },
    });
    const headers = {
      "x-stack-admin-access-token": "",
      "x-stack-super-secret-admin-key": made.body.super_secret_admin_key,
    };
    expect((await transfer(other.teamId, headers)).status).toBe(200);
    const back = { project_id: id, new_team_id: me.teamId };
    await joins(other, me);
    const theirs = internalProject().as({ access_token: other.token });
    expect((await theirs.server(key, { body: back })).status).toBe(200);
    const events = db.select().from(auditEvents).where(eq(auditEvents.targetId, id)).orderBy(auditEvents.id);
    const transfers = (await db.batch([events]))[0].filter(({ type }) => type === "project.transferred");
    expect(transfers.map(({ actorType, actorId, details }) => ({ actorType, actorId, details }))).toEqual([
      {
        actorType: "owner",
        actorId: me.userId,
        details: { from_team_id: me.teamId, to_team_id: other.teamId, key_id: made.body.id },
      },
      {
        actorType: "owner",
        actorId: other.userId,
        details: { from_team_id: other.teamId, to_team_id: me.teamId, key_id: "configured" },
      },
    ]);
  });

  it("200 with the owner's token as that of the admin alone", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const { transfer } = await ownProject(me);
    expect((await transfer(other.teamId, { "x-stack-access-token": "" })).status).toBe(200);
  });

  it("400 SCHEMA_ERROR for the admin key without an owner, and for a user of the project itself", async () => {
    // Attack: a key that leaked from a server, which names no person, gives the project away.
    const me = await owner();
    const { transfer } = await ownProject(me);
    const p = await project();
    const details = { message: "Projects are transferred on the internal project, by a signed-in user" };
    const userToken = await accessToken(p.id, await bareUser(p.id));
    for (const caller of [p, p.as({ access_token: userToken })]) {
      const response = await caller.admin(key, { body: { project_id: p.id, new_team_id: me.teamId } });
      expectError(response, 400, "SCHEMA_ERROR", details);
    }
    expect((await transfer(me.teamId)).status).toBe(200);
  });

  it("400 SCHEMA_ERROR for another project than the one that the request names", async () => {
    // Attack: the admin of one project transfers another one past the checks of the request that names it.
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const { transfer } = await ownProject(me);
    const second = await projectOf(me);
    const details = { message: "body.project_id must be the project that the request names" };
    expectError(await transfer(other.teamId, {}, second), 400, "SCHEMA_ERROR", details);
    expect(await ownedBy(other)).toEqual([]);
  });

  it("401 INVALID_PROJECT_FOR_ACCESS_TOKEN below admin tier, with a token of a third project, and for an anonymous user", async () => {
    // Attack: the publishable key of a website, which everyone has, or a user of another project, stands for an owner.
    const [p, third, me] = [await project(), await project(), await owner()];
    const body = { project_id: p.id, new_team_id: me.teamId };
    const asOwner = p.as({ access_token: me.token });
    const asThird = p.as({ access_token: await accessToken(third.id, await bareUser(third.id)) });
    const anonymousId = await bareUser("internal", { isAnonymous: true });
    const asAnonymous = p.as({ access_token: await accessToken("internal", anonymousId, { isAnonymous: true }) });
    for (const caller of [asOwner.client, asOwner.server, asThird.admin, asAnonymous.admin]) {
      expectError(await caller(key, { body }), 401, "INVALID_PROJECT_FOR_ACCESS_TOKEN");
    }
  });

  // Evidence: other-endpoint-project
  it("401 INVALID_PROJECT_FOR_ACCESS_TOKEN on every other endpoint of the project", async () => {
    // Attack: an owner's token becomes a user of a project in which it has no user.
    const [p, me] = [await project(), await owner()];
    for (const other of ["GET /internal/projects/current", "GET /users/me"] as const) {
      expectError(await p.as({ access_token: me.token }).admin(other), 401, "INVALID_PROJECT_FOR_ACCESS_TOKEN");
    }
  });

  it("401 ACCESS_TOKEN_EXPIRED with a token that has expired, ADMIN_ACCESS_TOKEN_EXPIRED once the owner's session has ended", async () => {
    // Attack: the holder of a stolen token moves the project after the owner has signed out.
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const { transfer } = await ownProject(me);
    const old = await accessToken("internal", me.userId, { ageSeconds: 86_400 });
    expectError(await transfer(other.teamId, { "x-stack-access-token": old }), 401, "ACCESS_TOKEN_EXPIRED");
    await me.client("DELETE /auth/sessions/current");
    const details = { expired_at_millis: null };
    for (const headers of [undefined, { "x-stack-access-token": "" }]) {
      expectError(await transfer(other.teamId, headers), 401, "ADMIN_ACCESS_TOKEN_EXPIRED", details);
    }
    expect(await ownedBy(other)).toEqual([]);
  });

  // Evidence: member-owning-team-admin-even-admin
  it("401 TEAM_PERMISSION_REQUIRED for a member of the owning team who is not its admin, even with the admin key", async () => {
    // Attack: a member who was invited to help, and has the keys, takes the project away from the team.
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const { id, transfer } = await ownProject(other);
    const response = await transfer(me.teamId, { "x-stack-access-token": me.token });
    const details = { team_id: other.teamId, user_id: me.userId, permission_id: "team_admin" };
    expectError(response, 401, "TEAM_PERMISSION_REQUIRED", details);
    expect(await ownedBy(other)).toMatchObject([{ id }]);
  });

  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a new team that the owner is not in", async () => {
    // Attack: a project is put on strangers, who would answer for what it stores.
    const [me, other] = [await owner(), await owner()];
    const { transfer } = await ownProject(me);
    const details = { team_id: other.teamId, user_id: me.userId };
    expectError(await transfer(other.teamId), 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
  });

  it("401 TEAM_PERMISSION_REQUIRED when a transfer is sent again: the new team's rules hold by then", async () => {
    // Attack: a request that was recorded is replayed to take the project back out of a third team.
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const { id, transfer } = await ownProject(me);
    expect((await transfer(other.teamId)).status).toBe(200);
    expectError(await transfer(other.teamId), 401, "TEAM_PERMISSION_REQUIRED");
    expect(await ownedBy(other)).toMatchObject([{ id, owner_team_id: other.teamId }]);
  });

  it("200 to one of two transfers at once, one by each way: the project has one owner", async () => {
    const [me, ...others] = [await owner(), await owner(), await owner()];
    for (const other of others) await joins(me, other);
    const { id, transfer } = await ownProject(me);
    const [first, second] = others.map(({ teamId }) => teamId);
    const responses = await Promise.all([
      transfer(first ?? ""),
      me.client(key, { body: { project_id: id, new_team_id: second } }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await Promise.all(others.map(ownedBy))).flat()).toHaveLength(1);
  });
});
