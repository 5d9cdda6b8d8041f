import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { holderIdsIn, selectTeamGrants } from "../../db/permissions/queries";
import { teamPermissionGrants } from "../../db/permissions/schema";
import { projects } from "../../db/projects/schema";
import { newId } from "../../platform/secrets";
import { planOf } from "../../testing/measured-databases";
import { owner } from "../../testing/owner";
import { db, internalProject, project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { togetherOrApart } from "../../testing/shards";

type Owner = Awaited<ReturnType<typeof owner>>;

const key = "PATCH /internal/owner-teams/{team_id}/members/{user_id}";
const rolesAreBusy = "The roles in this team are being changed by somebody else. Please try again.";
const lastAdmin = "A team that owns projects needs an admin. Make another member an admin first.";

async function joins({ userId: user_id }: Owner, { teamId: team_id }: Owner) {
  const params = { team_id, user_id };
  await internalProject().server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
}

/** A team's admin, and further owners who are its members. */
async function team(members = 1): Promise<[Owner, ...Owner[]]> {
  const admin = await owner();
  const others = await Promise.all(Array.from({ length: members }, () => owner()));
  for (const other of others) await joins(other, admin);
  return [admin, ...others];
}

async function promoted(admin: Owner, member: Owner) {
  expect((await changing(admin, admin, member, "admin")).status).toBe(200);
}

function changing(by: Owner, { teamId: team_id }: Owner, { userId: user_id }: Pick<Owner, "userId">, role: string) {
  return by.client(key, { params: { team_id, user_id }, body: { role } });
}

async function grantsOf({ teamId }: Owner) {
  const [rows] = await db.batch([selectTeamGrants(db, { projectId: "internal", teamId })]);
  return Object.groupBy(rows, ({ userId }) => userId);
}

async function heldBy(team: Owner, { userId }: Owner) {
  return ((await grantsOf(team))[userId] ?? []).map(({ permissionId }) => permissionId);
}

async function adminsOf(team: Owner) {
  const grants = Object.entries(await grantsOf(team));
  return grants.filter(([, held]) => held?.some(({ permissionId }) => permissionId === "team_admin")).map(([id]) => id);
}

describe(key, () => {
  it("200: a member is an admin, who may do what admins may, in three round trips", async () => {
    const [admin, member] = (await team()) as [Owner, Owner];
    const response = await changing(admin, admin, member, "admin");
    const [team_id, user_id] = [admin.teamId, member.userId];
    expect([response.status, response.body, response.cost.d1]).toEqual([
      200,
      { team_id, user_id, role: "admin" },
      togetherOrApart(3, 4),
    ]);
    expect(await heldBy(admin, member)).toEqual(["team_admin", "team_member"]);
    expect((await changing(member, admin, admin, "member")).status).toBe(200);
  });

  it("200: an admin is a member, with what members hold and nothing else, also by their own hand", async () => {
    const [admin, other] = (await team()) as [Owner, Owner];
    await promoted(admin, other);
    expect((await changing(admin, admin, { userId: "me" }, "member")).body).toMatchObject({ role: "member" });
    expect(await heldBy(admin, admin)).toEqual(["team_member"]);
    expect(await adminsOf(admin)).toEqual([other.userId]);
  });

  it("200 for the role that a member has, which changes nothing", async () => {
    const [admin, member] = (await team()) as [Owner, Owner];
    for (const [each, role] of [
      [admin, "admin"],
      [member, "member"],
    ] as const) {
      const response = await changing(admin, admin, each, role);
      expect([response.status, response.cost.rowsWritten]).toEqual([200, 0]);
    }
  });

  it("is in the audit log of each project of the team for as long as that keeps events, and in the internal project's", async () => {
    const [admin, member] = (await team()) as [Owner, Owner];
    const kept = [365, 90, 40];
    const ids: string[] = [];
    for (const _ of kept) {
      const body = { display_name: "Acme", owner_team_id: admin.teamId };
      ids.push((await admin.client("POST /internal/projects", { body })).body.id);
    }
    await override(ids[1] ?? "", { "audit.retentionDays": 90 });
    await override(ids[2] ?? "", { audit: { retentionDays: 40 } });
    await promoted(admin, member);
    await changing(admin, admin, member, "member");
    for (const [index, id] of ids.entries()) {
      const events = await eventsOf(id);
      expect(
        events.map(({ actorType, actorId, targetType, targetId, details }) => [
          actorType,
          actorId,
          targetType,
          targetId,
          details,
        ]),
      ).toEqual([
        ["owner", admin.userId, "owner", member.userId, { role: "admin" }],
        ["owner", admin.userId, "owner", member.userId, { role: "member" }],
      ]);
      expect(events.map(({ expiresAt, createdAt }) => (expiresAt - createdAt) / 86_400_000)).toEqual([
        kept[index],
        kept[index],
      ]);
    }
    const ofMember = and(eq(auditEvents.projectId, "internal"), eq(auditEvents.targetId, member.userId));
    const [internal] = await db.batch([db.select().from(auditEvents).where(ofMember).orderBy(auditEvents.id)]);
    expect(internal.map(({ type, details }) => [type, details]).slice(-2)).toEqual([
      ["team_permission.granted", { permission_id: "team_admin", team_id: admin.teamId }],
      ["team_permission.revoked", { permission_id: "team_admin", team_id: admin.teamId }],
    ]);
  });

  it("leaves the logs of other teams' projects alone", async () => {
    const [[admin, member], other] = [(await team()) as [Owner, Owner], await owner()];
    const body = { display_name: "Other", owner_team_id: other.teamId };
    const { id } = (await other.client("POST /internal/projects", { body })).body;
    await promoted(admin, member);
    expect(await eventsOf(id)).toEqual([]);
  });

  // Evidence: 401-team-permission-required-for-a
  it("401 TEAM_PERMISSION_REQUIRED for a member", async () => {
    // Attack: a member who was invited to help makes themself an admin, or the admin a member.
    const [admin, member, third] = (await team(2)) as [Owner, Owner, Owner];
    for (const [target, role] of [
      [member, "admin"],
      [third, "admin"],
      [admin, "member"],
      [{ userId: "me" }, "admin"],
      [{ userId: newId() }, "admin"],
    ] as const) {
      expectError(await changing(member, admin, target, role), 401, "TEAM_PERMISSION_REQUIRED", {
        team_id: admin.teamId,
        user_id: member.userId,
        permission_id: "team_admin",
      });
    }
    expect(await adminsOf(admin)).toEqual([admin.userId]);
  });

  it("404 TEAM_MEMBERSHIP_NOT_FOUND for the admin of another team, and for a team that is not there", async () => {
    // Attack: the admin of a team of their own names the team of strangers, to be its admin or to leave it without one.
    const [[admin, member], stranger] = [(await team()) as [Owner, Owner], await owner()];
    for (const teamId of [admin.teamId, newId()]) {
      for (const target of [admin, member, stranger]) {
        const response = await changing(stranger, { ...admin, teamId }, target, "admin");
        const details = { team_id: teamId, user_id: stranger.userId };
        expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
      }
    }
    expect(await adminsOf(admin)).toEqual([admin.userId]);
  });

  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a user who is not in the team, who gets no role in it", async () => {
    // Attack: an admin gives the role to an account that no one in the team has seen join.
    const [admin, stranger] = [await owner(), await owner()];
    for (const userId of [stranger.userId, newId()]) {
      const response = await changing(admin, admin, { userId }, "admin");
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id: admin.teamId, user_id: userId });
    }
    expect(await adminsOf(admin)).toEqual([admin.userId]);
  });

  it("401 EXPECTED_INTERNAL_PROJECT for the teams of every other project", async () => {
    // Attack: a user with `team_admin` in a team of an app, whose roles only the app's server grants, uses the owners' way.
    const p = await project({ "rbac.permissions": { team_admin: { scope: "team" } } });
    const { body: user } = await p.server("POST /users", { body: {} });
    const { body: theirs } = await p.server("POST /teams", { body: { display_name: "T", creator_user_id: user.id } });
    const params = { team_id: theirs.id, user_id: user.id };
    await p.server("POST /team-permissions/{team_id}/{user_id}/{permission_id}", {
      params: { ...params, permission_id: "team_admin" },
      body: {},
    });
    const { access_token } = (await p.server("POST /auth/sessions", { body: { user_id: user.id } })).body;
    const response = await p.as({ access_token }).client(key, { params, body: { role: "member" } });
    expectError(response, 401, "EXPECTED_INTERNAL_PROJECT");
  });

  it("401 USER_AUTHENTICATION_REQUIRED without an owner, whichever key comes along", async () => {
    const admin = await owner();
    const input = { params: { team_id: admin.teamId, user_id: admin.userId }, body: { role: "member" } };
    for (const by of [internalProject().client, internalProject().server, internalProject().admin]) {
      expectError(await by(key, input), 401, "USER_AUTHENTICATION_REQUIRED");
    }
  });

  it("401 ACCESS_TOKEN_EXPIRED once the admin has signed out", async () => {
    // Attack: the holder of a token that was stolen before the admin signed out makes an accomplice an admin for good.
    const [admin, member] = (await team()) as [Owner, Owner];
    await admin.client("DELETE /auth/sessions/current");
    const response = await changing(admin, admin, member, "admin");
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    expect(await adminsOf(admin)).toEqual([admin.userId]);
  });

  it("409 as text for the last admin, who stays one", async () => {
    // Attack: the last admin goes, and no one can transfer the projects or remove a member any more.
    const [admin] = await team();
    expectPlainError(await changing(admin, admin, admin, "member"), 409, lastAdmin);
    expect(await heldBy(admin, admin)).toEqual(["team_admin"]);
  });

  // Evidence: two-admins-make-other-members-once
  it("two admins make each other members at once, or themselves: one of them stays admin", async () => {
    // Attack: both requests see two admins, and each takes one away.
    for (let round = 0; round < 5; round += 1) {
      for (const isOwn of [true, false]) {
        const [one, other] = (await team()) as [Owner, Owner];
        await promoted(one, other);
        const responses = await Promise.all([
          changing(one, one, isOwn ? one : other, "member"),
          changing(other, one, isOwn ? other : one, "member"),
        ]);
        expect(responses.map(({ status }) => status === 200).toSorted()).toEqual([false, true]);
        const refused = responses.find(({ status }) => status !== 200);
        // It found the other one's change when it looked, or when it wrote.
        expect([lastAdmin, rolesAreBusy, "TEAM_PERMISSION_REQUIRED"]).toContain(refused?.body.code ?? refused?.body);
        expect(await adminsOf(one)).toHaveLength(1);
      }
    }
  });

  it("an admin who is made a member at the same moment changes no role afterwards", async () => {
    // Attack: an admin who is about to lose the role makes an accomplice an admin. They use the moment between the look-up and the write to
    // keep the role that way.
    for (let round = 0; round < 5; round += 1) {
      const [admin, removed, accomplice] = (await team(2)) as [Owner, Owner, Owner];
      await promoted(admin, removed);
      const [demotion, promotion] = await Promise.all([
        changing(admin, admin, removed, "member"),
        changing(removed, admin, accomplice, "admin"),
      ]);
      expect(demotion.status).toBe(200);
      const admins = await adminsOf(admin);
      expect(admins.includes(accomplice.userId)).toBe(promotion.status === 200);
      expect(admins).not.toContain(removed.userId);
    }
  });

  it("leaves other permissions that a member holds as they are", async () => {
    const [admin, member] = (await team()) as [Owner, Owner];
    const extra = { projectId: "internal", teamId: admin.teamId, userId: member.userId, permissionId: "$update_team" };
    await db.batch([db.insert(teamPermissionGrants).values(extra)]);
    await promoted(admin, member);
    await changing(admin, admin, member, "member");
    expect(await heldBy(admin, member)).toEqual(["$update_team", "team_member"]);
  });

  it("400 SCHEMA_ERROR for a role that there is not", async () => {
    const [admin, member] = (await team()) as [Owner, Owner];
    expectError(await changing(admin, admin, member, "owner"), 400, "SCHEMA_ERROR");
  });

  it("finds the other admins by an index", async () => {
    const holders = { projectId: "internal", teamId: newId(), permissionIds: ["team_admin"], except: newId() };
    expect(await planOf(holderIdsIn(db, holders))).not.toMatch(/SCAN team_permission_grants/);
  });
});

async function override(projectId: string, config: object) {
  await db.batch([
    db
      .update(projects)
      .set({ configOverride: JSON.stringify(config) })
      .where(eq(projects.projectId, projectId)),
  ]);
}

async function eventsOf(projectId: string) {
  const ofProject = and(eq(auditEvents.projectId, projectId), eq(auditEvents.type, "project.owner_role_changed"));
  return (await db.batch([db.select().from(auditEvents).where(ofProject).orderBy(auditEvents.id)]))[0];
}
