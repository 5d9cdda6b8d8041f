import { describe, expect, it, onTestFinished, vi } from "vitest";
import { keepEvents } from "../../testing/events";
import { project } from "../../testing/project";
import { d1 } from "../../testing/shards";
import { endpointOf, record, run, svixOf } from "./webhooks.fixtures";

const hour = 60 * 60 * 1000;
const long = () => new Date(Date.now() - hour);

/** Lists what an endpoint was sent: the ids within the data of events. */
async function idsOf({ receiver }: Pick<Awaited<ReturnType<typeof endpointOf>>, "receiver">): Promise<string[]> {
  return (await receiver.received()).map(({ body }) => JSON.parse(body).data.id);
}

describe("the events that an endpoint did not get", () => {
  it("202: are sent to it since a time, of its types only, and none a second time", async () => {
    const p = await keepEvents(await project());
    await record(p, [{ id: "before" }]);
    await record(p, [{ id: "of no interest" }], "team.created");
    const made = await endpointOf(p, { eventTypes: ["user.updated"] });
    const { endpoint, svix } = made;
    await record(p, [{ id: "after" }]);
    await run(p, endpoint);
    await svix.endpoint.replayMissing(p.id, endpoint.id, { since: new Date(Date.now() + hour) });
    const replayed = await svix.endpoint.replayMissing(p.id, endpoint.id, { since: long() });
    expect(replayed).toMatchObject({ status: "finished", task: "endpoint.replay" });
    await run(p, endpoint);
    await svix.endpoint.replayMissing(p.id, endpoint.id, { since: long() });
    await run(p, endpoint);
    await expect.poll(() => idsOf(made), { timeout: 30_000 }).toEqual(["after", "before"]);
    const { items } = (await p.admin("GET /internal/audit-events", { query: { type: "webhook_endpoint.replayed" } }))
      .body;
    expect(items).toHaveLength(3);
    expect(items[0].target).toEqual({ type: "webhook_endpoint", id: endpoint.id });
  });

  it("have no examples among them, which never happened", async () => {
    // Attack: an owner tests one endpoint, and another takes the example for a user when it asks for what it missed.
    const p = await project();
    const tested = await endpointOf(p);
    const other = await endpointOf(p);
    await tested.svix.endpoint.sendExample(p.id, tested.endpoint.id, { eventType: "user.created" });
    await record(p, [{ id: "real" }]);
    await other.svix.endpoint.replayMissing(p.id, other.endpoint.id, { since: long() });
    await run(p, other.endpoint);
    await expect.poll(() => idsOf(other), { timeout: 30_000 }).toEqual(["real"]);
  });

  it("400, 404: are not sent where the endpoint is disabled, or another project's", async () => {
    // Attack: an administrator of one project has its events sent to the endpoint of another, or the other's sent again.
    const [mine, theirs] = [await keepEvents(await project()), await project()];
    const { endpoint, receiver, svix } = await endpointOf(theirs);
    await record(mine);
    const attacker = await svixOf(mine);
    for (const { id } of [mine, theirs]) {
      await expect(attacker.endpoint.replayMissing(id, endpoint.id, { since: long() })).rejects.toMatchObject({
        code: 404,
      });
    }
    await svix.endpoint.patch(theirs.id, endpoint.id, { disabled: true });
    await expect(svix.endpoint.replayMissing(theirs.id, endpoint.id, { since: long() })).rejects.toMatchObject({
      code: 400,
    });
    expect(await receiver.received()).toEqual([]);
  });
});

describe("a run for an endpoint", () => {
  // Evidence: runs-read-no-backlog-of-one-object
  it("reads a row or two for each event that waits, whatever else of the same object is pending", async () => {
    // Attack: thousands of events of one user were tried, or asked for again, at an endpoint that never responds. Each run looks through all
    // of them for each event that waits, and holds the database of all tenants for a minute.
    // The clock stands: a run that takes long on a slow machine would rest, and read more of who is next.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const costWith = async (pending: number) => {
      const p = await project();
      const { endpoint } = await endpointOf(p);
      await record(p, [{ id: "one" }]);
      await run(p, endpoint);
      for (const { attempts, isResent } of [
        { attempts: 2, isResent: 1 },
        { attempts: 3, isResent: 0 },
      ]) {
        await d1
          .prepare(
            `insert into webhook_deliveries select project_id, endpoint_id, message_id || ?2 || value, subject,
               created_at - ?3, 1, ?2, ?4, ?5, expires_at
             from webhook_deliveries, json_each(?6) where project_id = ?1 and status = 0`,
          )
          .bind(p.id, attempts, hour, Date.now() + hour, isResent, JSON.stringify([...Array(pending).keys()]))
          .run();
      }
      await record(p, Array(40).fill({ id: "one" }));
      return (await run(p, endpoint)).cost.rowsRead;
    };
    expect((await costWith(100)) - (await costWith(0))).toBeLessThan(10);
  });
});

describe("events of one object", () => {
  const send = async (behaviour: "accept" | "fail") => {
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p, { behaviour });
    const ids = Array.from({ length: 12 }, (_, index) => ({ id: "one", index }));
    await record(p, ids);
    await run(p, endpoint);
    return (await receiver.received()).map(({ body }) => JSON.parse(body).data.index);
  };

  it("are sent in one run, in their order", async () => {
    expect(await send("accept")).toEqual([...Array(12).keys()]);
  });

  it("wait once one of them is not accepted", async () => {
    expect(await send("fail")).toEqual([0]);
  });
});

describe("the attempts of an endpoint", () => {
  it("200: are listed by types of events, page by page", async () => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    await record(p, [{ id: "a" }, { id: "b" }]);
    await record(p, [{ id: "t" }], "team.created");
    await run(p, endpoint);
    const list = (eventTypes: string[], iterator?: string) =>
      svix.messageAttempt.listByEndpoint(p.id, endpoint.id, {
        eventTypes,
        withMsg: true,
        limit: 1,
        iterator: iterator ?? null,
      });
    const first = await list(["user.updated"]);
    const second = await list(["user.updated"], first.iterator ?? undefined);
    expect([first, second].map(({ data, done }) => [data[0]?.msg?.eventType, done])).toEqual([
      ["user.updated", false],
      ["user.updated", true],
    ]);
    expect((await list(["team.created", "team.deleted"])).data).toHaveLength(1);
    expect((await list(["user.deleted"])).data).toEqual([]);
    await expect(list(["user.exploded"])).rejects.toMatchObject({ code: 422 });
  });
});
