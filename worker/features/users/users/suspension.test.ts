import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "../../../db/sessions/schema";
import { selectUserPage } from "../../../db/users/list";
import { users } from "../../../db/users/schema";
import { eventsOf, keepEvents } from "../../../testing/events";
import { planOf } from "../../../testing/measured-databases";
import { readUser } from "../../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { signedIn as newSession } from "../../../testing/sign-ins";
import { create, signedIn, teamOf, unknownId } from "./users.fixtures";

const key = (method: "GET" | "PUT" | "DELETE") => `${method} /users/{user_id}/suspension` as const;
const paramsOf = (userId: string) => ({ params: { user_id: userId } });

const read = (p: TestProject, userId: string) => p.server(key("GET"), paramsOf(userId));
const suspend = (p: TestProject, userId: string, body: object = {}) =>
  p.server(key("PUT"), { ...paramsOf(userId), body });
const lift = (p: TestProject, userId: string) => p.server(key("DELETE"), paramsOf(userId));

async function eventTypesOf(p: TestProject, userId: string) {
  const { body } = await p.admin("GET /internal/audit-events", { query: { target_id: userId } });
  return body.items.map(({ type }: { type: string }) => type).reverse();
}

/** Tests what is the same for all three. */
function refusalsOf(method: "GET" | "PUT" | "DELETE"): void {
  const input = { ...paramsOf(unknownId), ...(method === "PUT" && { body: {} }) };

  it("404 USER_NOT_FOUND for an unknown user and for one of another project", async () => {
    const [p, other] = [await project(), await project()];
    const { id } = await create(other);
    expectError(await p.server(key(method), input), 404, "USER_NOT_FOUND");
    expectError(await p.server(key(method), { ...input, ...paramsOf(id) }), 404, "USER_NOT_FOUND");
    expect((await readUser(other, id)).suspended_at_millis).toBeNull();
  });
}

describe("GET /users/{user_id}/suspension", () => refusalsOf("GET"));
describe("PUT /users/{user_id}/suspension", () => refusalsOf("PUT"));
describe("DELETE /users/{user_id}/suspension", () => refusalsOf("DELETE"));

describe("a suspension", () => {
  it("ends the user's sessions and no other's, in one round trip besides that of the caller", async () => {
    const p = await project();
    const [user, other] = [await create(p), await create(p)];
    await newSession(p, user.id);
    await newSession(p, user.id, { is_impersonation: true });
    await newSession(p, other.id);
    const before = Date.now();
    const response = await suspend(p, user.id, { reason: "Sends spam" });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ suspended_at_millis: expect.any(Number), reason: "Sends spam" });
    expect(response.body.suspended_at_millis).toBeGreaterThanOrEqual(before);
    expect(response.cost.d1).toBe(2);
    const [rows] = await db.batch([db.select().from(sessions).where(eq(sessions.projectId, p.id))]);
    expect(rows.map(({ userId }) => userId)).toEqual([other.id]);
    expect((await read(p, user.id)).body).toEqual(response.body);
    expect(await readUser(p, user.id)).toMatchObject({ suspended_at_millis: response.body.suspended_at_millis });
  });

  it("keeps its time and takes another reason, and is recorded only where something changes", async () => {
    const p = await keepEvents(await project());
    const { id } = await create(p);
    const events = (await eventsOf(p)).length;
    const first = (await suspend(p, id, { reason: "Sends spam" })).body;
    expect((await suspend(p, id, { reason: "Sends spam" })).body).toEqual(first);
    expect((await suspend(p, id, { reason: "Sends much spam" })).body).toEqual({
      ...first,
      reason: "Sends much spam",
    });
    expect((await suspend(p, id)).body).toEqual({ ...first, reason: null });
    expect((await suspend(p, id, { reason: "" })).body).toEqual({ ...first, reason: null });
    const lifted = await lift(p, id);
    expect([lifted.status, lifted.body]).toEqual([200, { suspended_at_millis: null, reason: null }]);
    expect((await lift(p, id)).body).toEqual(lifted.body);
    expect(await eventTypesOf(p, id)).toEqual([
      "user.created",
      "user.suspended",
      "user.suspended",
      "user.suspended",
      "user.unsuspended",
    ]);
    const sent = (await eventsOf(p)).slice(events);
    expect(sent.map(({ type }) => type)).toEqual(Array(4).fill("user.updated"));
    expect(sent[0]?.data).toMatchObject({ id, suspended_at_millis: first.suspended_at_millis });
    expect(sent.at(-1)?.data).toEqual(await readUser(p, id));
  });

  it("400 SCHEMA_ERROR for a reason of more than 500 characters and for unknown fields", async () => {
    const p = await project();
    const { id } = await create(p);
    expect((await suspend(p, id, { reason: "x".repeat(500) })).status).toBe(200);
    for (const body of [{ reason: "x".repeat(501) }, { reason: ["x"] }, { until: 1 }]) {
      expectError(await suspend(p, id, body), 400, "SCHEMA_ERROR");
    }
  });

  // Attack: the reason, which may accuse, or the suspension itself comes to other users or to the user's own app.
  it("is in no response to a client, nor its reason in a user, a webhook or the audit log", async () => {
    const p = await keepEvents(await project());
    const { user, as } = await signedIn(p);
    await suspend(p, user.id, { reason: "secret reason" });
    await lift(p, user.id);
    await suspend(p, user.id, { reason: "secret reason" });
    const { body: log } = await p.admin("GET /internal/audit-events", { query: { target_id: user.id } });
    const seen = [await readUser(p, user.id), await eventsOf(p), log];
    expect(JSON.stringify(seen)).not.toContain("secret reason");
    await lift(p, user.id);
    const own = (await as.client("GET /users/me")).body;
    expect(Object.keys(own).filter((name) => name.includes("suspend"))).toEqual([]);
  });
});

describe("GET /users", () => {
  it("200 with suspended users only, or without them, also in a search and a team", async () => {
    const p = await project();
    const [ann, bob] = [await create(p, { display_name: "Ann" }), await create(p, { display_name: "Bob" })];
    const anonymous = await create(p, { is_anonymous: true });
    const team_id = await teamOf(p, ann.id);
    for (const { id } of [ann, anonymous]) await suspend(p, id);
    const found: [Record<string, string>, { id: string }[]][] = [
      [{ suspended: "true" }, [ann]],
      [{ suspended: "false" }, [bob]],
      [{ suspended: "true", include_anonymous: "true" }, [ann, anonymous]],
      [{ suspended: "true", query: "ann" }, [ann]],
      [{ suspended: "true", query: "bob" }, []],
      [{ suspended: "true", team_id }, [ann]],
      [{ suspended: "false", team_id }, []],
    ];
    for (const [query, expected] of found) {
      const { body } = await p.server("GET /users", { query });
      const ids = body.items.map(({ id }: { id: string }) => id);
      expect({ query, ids }).toEqual({ query, ids: expected.map(({ id }) => id) });
    }
  });

  it("reads an index of the users who are", async () => {
    const page = { projectId: "p", provenProjectId: "p", limit: 10, filter: { isSuspended: true } };
    expect(JSON.stringify(await planOf(selectUserPage(db, page)))).toContain("restricted_users_in_order");
  });
});

it("a user's row keeps no reason without a suspension", async () => {
  const p = await project();
  const { id } = await create(p);
  await suspend(p, id, { reason: "Sends spam" });
  await lift(p, id);
  const [[row]] = await db.batch([db.select().from(users).where(eq(users.id, id))]);
  expect(row).toMatchObject({ suspendedAt: null, suspensionReason: null });
});
