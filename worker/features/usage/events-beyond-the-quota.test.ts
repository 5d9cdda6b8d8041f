import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sendMissing } from "../../db/outbox/delivery-changes";
import { outbox } from "../../db/outbox/schema";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import { isStorageFull } from "../../platform/database";
import { db, project, type TestProject } from "../../testing/project";
import { copyEndpoints, endpointOf, record } from "../webhooks/webhooks.fixtures";

async function eventsOf({ id }: TestProject): Promise<string[]> {
  const [events] = await db.batch([db.select({ type: outbox.type }).from(outbox).where(eq(outbox.projectId, id))]);
  return events.map(({ type }) => type);
}

describe("what webhooks are told at four times the quota", () => {
  // Evidence: deletions-end-at-four-times-the-quota
  it("200 for deletions of users, teams and members, of which webhooks are then not told", async () => {
    // Attack: a project makes users and teams within its quota, and endpoints. Each deletion is an event for all of them.
    const p = await project();
    await endpointOf(p);
    const users: string[] = [];
    const teams: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      const { body: user } = await p.server("POST /users", { body: {} });
      const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
      const params = { team_id: team.id, user_id: user.id };
      await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
      users.push(user.id);
      teams.push(team.id);
    }
    await copyEndpoints(p, 60);
    const { bytes, rows } = await storageOf(p.id);
    const quota = { maxBytes: Math.floor(bytes / 2), maxRows: Math.floor(rows / 2) };
    await setQuota(p.id, quota);
    const told = (await eventsOf(p)).length;
    for (const user_id of users) {
      expect((await p.server("DELETE /users/{user_id}", { params: { user_id } })).status).toBe(200);
    }
    for (const team_id of teams) {
      expect((await p.server("DELETE /teams/{team_id}", { params: { team_id } })).status).toBe(200);
    }
    const after = await storageOf(p.id);
    expect([after.bytes / quota.maxBytes, after.rows / quota.maxRows].map((times) => times <= 4.1)).toEqual([
      true,
      true,
    ]);
    // Some are told of, while there is room.
    expect((await eventsOf(p)).length).toBeGreaterThan(told);
    const gone = await p.server("GET /users/{user_id}", { params: { user_id: users[0] ?? "" } });
    expect(gone.status).toBe(404);
  });

  // Evidence: replays-end-at-four-times-the-quota
  it("fails what an owner has sent to further endpoints by hand", async () => {
    // Attack: an owner makes an endpoint, has all events of a month sent to it, deletes it, and begins again.
    const p = await project();
    const { svix, endpoint } = await endpointOf(p);
    for (let number = 0; number < 10; number += 1) await record(p);
    const later = await svix.endpoint.create(p.id, { url: endpoint.url });
    const now = Date.now();
    const replay = () =>
      db.batch([
        sendMissing(db, { projectId: p.id, id: later.id, eventTypes: null }, { since: 0, until: now, limit: 9, now }),
      ]);
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: Math.floor(bytes / 4) });
    await expect(replay()).rejects.toSatisfy(isStorageFull);
    expect((await storageOf(p.id)).bytes).toBe(bytes);
    await setQuota(p.id, { maxBytes: bytes });
    await replay();
    expect((await storageOf(p.id)).bytes).toBeGreaterThan(bytes);
  });
});
