import { and, eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { webhookDeliveries } from "../../db/outbox/schema";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import { db, project, type TestProject } from "../../testing/project";
import { d1 } from "../../testing/shards";
import { copyEndpoints, endpointOf, record, run } from "./webhooks.fixtures";

/** Counts the deliveries of a project, or of one endpoint. */
async function deliveriesOf(p: TestProject, endpointId?: string): Promise<number> {
  const [[row]] = await db.batch([
    db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.projectId, p.id),
          endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
        ),
      ),
  ]);
  return row?.count ?? 0;
}

afterEach(() => {
  vi.useRealTimers();
});

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `user-${from + at}` }));

describe("events of a project with many endpoints", () => {
  // Evidence: many-endpoints-take-a-bounded-batch
  it("are one row each, and are handed out in batches of a thousand deliveries at most, each in its order", async () => {
    // Attack: a member gets a hundred permissions by default, in a project with a hundred endpoints. The database of all tenants makes ten
    // thousand deliveries in the transaction of one request, which removing and adding the member repeats.
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p);
    await copyEndpoints(p, 99);
    await record(p, numbered(0, 12));
    await record(p, numbered(12, 1));
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([0, 1300]);
    const { dueAt } = await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([1000, 300]);
    expect(dueAt).not.toBeNull();
    await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([1300, 0]);
    const ids = (await receiver.received()).map(({ body }) => JSON.parse(body).data.id);
    expect(new Set(ids)).toEqual(new Set(numbered(0, 13).map(({ id }) => id)));
  });

  // Evidence: waiting-events-stay-within-four-quotas
  it("wait while their deliveries do not fit into four quotas, and are looked at again in a minute", async () => {
    // Attack: an owner's projects have events wait for a hundred endpoints each, which hang. Each event takes little, and each project has room
    // for what it will bring. Then all endpoints respond at once, and their deliveries fill the database of all tenants.
    const p = await project();
    const { endpoint } = await endpointOf(p);
    await copyEndpoints(p, 11);
    await record(p, numbered(0, 30));
    await record(p, numbered(30, 30));
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: Math.ceil((bytes + 24 * 600) / 4) });
    await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([24, 720 - 24]);
    await setQuota(p.id, { maxBytes: 1 });
    await run(p, endpoint);
    const startedAt = Date.now();
    const { dueAt } = await run(p, endpoint);
    expect(await deliveriesOf(p)).toBe(24);
    expect(dueAt).toBeGreaterThanOrEqual(startedAt + 60_000);
    await setQuota(p.id, { maxBytes: null });
    await run(p, endpoint);
    expect([await deliveriesOf(p), (await storageOf(p.id)).waitingDeliveries]).toEqual([720, 0]);
  });

  it("go to those that were there and enabled when they happened, behind those that wait already", async () => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    const paused = await svix.endpoint.create(p.id, { url: endpoint.url });
    await svix.endpoint.patch(p.id, paused.id, { disabled: true });
    await copyEndpoints(p, 10);
    const past = "created_at = created_at - 10000 where project_id = ?";
    const disabledBefore = "disabled_at = disabled_at - 20000";
    await d1.prepare(`update webhook_endpoints set ${disabledBefore}, ${past}`).bind(p.id).run();
    await record(p);
    await d1.prepare(`update outbox set ${past}`).bind(p.id).run();
    await d1.prepare("delete from webhook_endpoints where project_id = ? and id like '%-10'").bind(p.id).run();
    const newest = await svix.endpoint.create(p.id, { url: endpoint.url });
    await svix.endpoint.patch(p.id, `${endpoint.id}-9`, { disabled: true });
    await record(p);
    expect(await deliveriesOf(p)).toBe(0);
    await run(p, endpoint);
    const counts = await Promise.all(
      [endpoint.id, `${endpoint.id}-9`, paused.id, newest.id].map((id) => deliveriesOf(p, id)),
    );
    expect(counts).toEqual([2, 1, 0, 1]);
  });

  // Evidence: enabled-later-gets-nothing-of-before
  it("go to one that is enabled again from then on, and as far as it was enabled before", async () => {
    // Attack: an endpoint is disabled, as its receiver is not to have what happens now. It is enabled later, while that still waits, and gets it.
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    await copyEndpoints(p, 11);
    const paused = `${endpoint.id}-1`;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    for (const disabled of [false, true, false]) {
      vi.advanceTimersByTime(1000);
      await svix.endpoint.patch(p.id, paused, { disabled });
      await record(p);
    }
    expect(await deliveriesOf(p)).toBe(0);
    await run(p, endpoint);
    expect([await deliveriesOf(p, endpoint.id), await deliveriesOf(p, paused)]).toEqual([3, 2]);
  });
});
