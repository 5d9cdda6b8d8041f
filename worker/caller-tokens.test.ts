import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { teamMemberships } from "./db/memberships/schema";
import { projects } from "./db/projects/schema";
import { sessions } from "./db/sessions/schema";
import { teams } from "./db/teams/schema";
import { newId } from "./platform/secrets";
import { db, project } from "./testing/project";
import { expectError, expectPlainError } from "./testing/refusals";
import { sendRequest } from "./testing/send-request";
import { togetherOrApart } from "./testing/shards";
import { accessToken, bareUser } from "./testing/tokens";

describe("user access tokens", () => {
  // Evidence: time-when-also-signed-wrongly
  it("401 ACCESS_TOKEN_EXPIRED with the time, 401 UNPARSABLE when also signed wrongly", async () => {
    const p = await project();
    const token = await accessToken(p.id, await bareUser(p.id), { ageSeconds: 3600 });
    const response = await p.as({ access_token: token }).client("GET /");
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED");
    expect(response.body.details.expired_at_millis).toBeLessThan(Date.now());
    const [header, payload] = token.split(".");
    expectError(
      await p.as({ access_token: `${header}.${payload}.AAAA` }).client("GET /"),
      401,
      "UNPARSABLE_ACCESS_TOKEN",
    );
  });

  // Evidence: token-project-used-another
  it("attack: a token of one project is used on another, 401 INVALID_PROJECT_FOR_ACCESS_TOKEN", async () => {
    const [mine, other] = [await project(), await project()];
    const token = await accessToken(other.id, await bareUser(other.id));
    expectError(await mine.as({ access_token: token }).client("GET /"), 401, "INVALID_PROJECT_FOR_ACCESS_TOKEN", {
      expected_project_id: mine.id,
      actual_project_id: other.id,
    });
  });

  // Evidence: anonymous-user-s-token-passes-normal
  it("attack: an anonymous user's token passes for a normal one, or the other way round, 401 UNPARSABLE_ACCESS_TOKEN", async () => {
    const p = await project();
    const userId = await bareUser(p.id, { isAnonymous: true });
    for (const isAnonymous of [true, false]) {
      const token = await accessToken(p.id, userId, { isAnonymous, claims: { is_anonymous: !isAnonymous } });
      expectError(await p.as({ access_token: token }).client("GET /"), 401, "UNPARSABLE_ACCESS_TOKEN");
    }
  });

  it("401 ANONYMOUS_AUTHENTICATION_NOT_ALLOWED unless the header is exactly true", async () => {
    const p = await project();
    const token = await accessToken(p.id, await bareUser(p.id, { isAnonymous: true }), { isAnonymous: true });
    const withHeader = (allow: string | undefined) =>
      p.client("GET /", { headers: { "x-stack-access-token": token, "x-stack-allow-anonymous-user": allow } });
    expect((await withHeader("true")).status).toBe(200);
    for (const allow of [undefined, "1", "TRUE"])
      expectError(await withHeader(allow), 401, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED");
  });

  // Evidence: token-user-gone-another-project-s
  it("a token whose user is gone, or of another project's user id, is no user", async () => {
    const [p, other] = [await project(), await project()];
    for (const userId of [newId(), await bareUser(other.id)]) {
      const response = await p.as({ access_token: await accessToken(p.id, userId) }).client("GET /");
      expect(response.body).toContain("User: None");
    }
  });

  it("is ignored without an access type", async () => {
    expect((await sendRequest("GET /", { headers: { "x-stack-access-token": "no token" } })).status).toBe(200);
  });
});

describe("owner tokens", () => {
  async function ownedProject() {
    const p = await project();
    const [owner, otherUser] = [await bareUser("internal"), await bareUser("internal")];
    const team = newId();
    await db.batch([
      db.insert(teams).values({ projectId: "internal", id: team, displayName: "Owners", createdAt: Date.now() }),
      db
        .insert(teamMemberships)
        .values({ projectId: "internal", teamId: team, userId: owner, userOrdinal: 1, createdAt: Date.now() }),
      db.update(projects).set({ ownerTeamId: team }).where(eq(projects.projectId, p.id)),
    ]);
    return { p, owner, otherUser };
  }
  const as = (projectId: string, tier: string, token: string) => ({
    "x-stack-project-id": projectId,
    "x-stack-access-type": tier,
    "x-stack-admin-access-token": token,
    "x-stack-super-secret-admin-key": "",
  });

  it("opens every tier of an owned project, in one round trip, whatever keys come along", async () => {
    const { p, owner } = await ownedProject();
    const token = await accessToken("internal", owner);
    for (const tier of ["client", "server", "admin"]) {
      const response = await sendRequest("GET /", {
        headers: { ...as(p.id, tier, token), "x-stack-publishable-client-key": "pck_wrong" },
      });
      expect([response.status, response.cost.d1]).toEqual([200, togetherOrApart(1, 2)]);
      expect(response.body).toContain(`Authentication: ${tier}`);
      expect(response.body).toContain("User: None");
    }
  });

  // Evidence: stolen-owner-token-makes-keys-years
  it("attack: a stolen owner token makes keys for years, or deletes the project, after its session ended: 401 ADMIN_ACCESS_TOKEN_EXPIRED", async () => {
    const { p, owner } = await ownedProject();
    const token = await accessToken("internal", owner);
    const headers = as(p.id, "admin", token);
    const keys = {
      description: "kept",
      expires_at_millis: Date.now() + 1e12,
      has_publishable_client_key: false,
      has_secret_server_key: false,
      has_super_secret_admin_key: true,
    };
    for (const end of [{ expiresAt: Date.now() }, undefined]) {
      const isOwners = and(eq(sessions.projectId, "internal"), eq(sessions.userId, owner));
      await db.batch([end ? db.update(sessions).set(end).where(isOwners) : db.delete(sessions).where(isOwners)]);
      const refused = [
        await sendRequest("POST /internal/api-keys", { headers, body: keys }),
        await sendRequest("DELETE /internal/projects/current", { headers }),
        await sendRequest("GET /internal/projects/current", { headers }),
      ];
      for (const response of refused) {
        expectError(response, 401, "ADMIN_ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
      }
    }
    expect(
      (await p.admin("GET /internal/api-keys")).body.items.map(
        ({ description }: { description: string }) => description,
      ),
    ).not.toContain("kept");
  });

  // Evidence: owner-reaches-project-others
  it("attack: an owner reaches for a project of others, 401 ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", async () => {
    const { p, otherUser } = await ownedProject();
    const ownerless = await project();
    for (const id of [p.id, ownerless.id, "internal"]) {
      const headers = as(id, "admin", await accessToken("internal", otherUser));
      expectError(await sendRequest("GET /", { headers }), 401, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN");
    }
  });

  // Evidence: token-customer-s-project-even-project
  it("attack: a token of a customer's project, even of the project itself, is no owner token", async () => {
    const { p } = await ownedProject();
    const headers = as(p.id, "admin", await accessToken(p.id, await bareUser(p.id)));
    expectError(await sendRequest("GET /", { headers }), 401, "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN");
  });

  it("401 ADMIN_ACCESS_TOKEN_EXPIRED, UNPARSABLE_ADMIN_ACCESS_TOKEN, and a plain 401 when the owner is gone", async () => {
    const { p, owner } = await ownedProject();
    const expired = await sendRequest("GET /", {
      headers: as(p.id, "admin", await accessToken("internal", owner, { ageSeconds: 3600 })),
    });
    expectError(expired, 401, "ADMIN_ACCESS_TOKEN_EXPIRED");
    expectError(
      await sendRequest("GET /", { headers: as(p.id, "admin", "no token") }),
      401,
      "UNPARSABLE_ADMIN_ACCESS_TOKEN",
    );
    const anonymous = await accessToken("internal", owner, { isAnonymous: true });
    expectError(
      await sendRequest("GET /", { headers: as(p.id, "admin", anonymous) }),
      401,
      "UNPARSABLE_ADMIN_ACCESS_TOKEN",
    );
    expectPlainError(
      await sendRequest("GET /", { headers: as(p.id, "admin", await accessToken("internal", newId())) }),
      401,
      "The user associated with the admin access token is no longer valid. Please refresh the admin access token and try again.",
    );
  });

  it("400 CURRENT_PROJECT_NOT_FOUND is reported before a wrong owner token", async () => {
    expectError(
      await sendRequest("GET /", { headers: as(newId(), "admin", "no token") }),
      400,
      "CURRENT_PROJECT_NOT_FOUND",
    );
  });
});
