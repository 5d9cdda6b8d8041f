import { describe, expect, it } from "vitest";
import { RequestError } from "../errors/request-error";
import { serverOfEachTest } from "../testing/api-server";
import { FakePage } from "../testing/fake-host";
import { makeTransport } from "../testing/transport";
import { connectivityOf, type RequestWait } from "./connectivity";

const api = serverOfEachTest();

/** A page's transport, and every wait that it announces. */
function watched(page: FakePage | null = new FakePage()) {
  const transport = makeTransport(api.url, page ? { page } : {});
  const connectivity = connectivityOf(transport.host);
  const waits: (RequestWait | null)[] = [];
  const stop = connectivity.onChange(() => waits.push(connectivity.current));
  return { ...transport, connectivity, waits, stop };
}

const limited = { status: 429, headers: { "retry-after": "7" }, body: "Too Many Requests" };

describe("what a request waits for", () => {
  it("a lost request: the server is unreachable until an attempt succeeds", async () => {
    api.on("GET /things", ["hang up", "hang up", { body: {} }]);
    const { send, waits, connectivity } = watched();
    await send();
    expect(waits).toEqual([{ reason: "unreachable" }, null]);
    expect(connectivity.current).toBeNull();
  });

  it("a lost request that has failed no longer waits", async () => {
    api.on("GET /things", "hang up");
    const { send, waits } = watched();
    await expect(send()).rejects.toThrow();
    expect(waits).toEqual([{ reason: "unreachable" }, null]);
  });

  it("no response: the server is unreachable after 4 seconds, whatever the method", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    api.on("POST /things", async () => {
      arrived.resolve();
      await promise;
      return { body: {} };
    });
    const { send, host, waits } = watched();
    const sent = send("POST");
    await arrived.promise;
    expect(waits).toEqual([]);
    expect(host.tick()).toEqual([4_000]);
    expect(waits).toEqual([{ reason: "unreachable" }]);
    resolve();
    await sent;
    expect(waits).toEqual([{ reason: "unreachable" }, null]);
    expect(host.tick()).toEqual([]);
  });

  it("429: the time of the next attempt, until it is made", async () => {
    api.on("DELETE /things", [limited, { body: {} }]);
    const { send, host, waits } = watched();
    await send("DELETE");
    expect(waits).toEqual([{ reason: "rate-limited", until: host.time + 8_000 }, null]);
  });

  it("of several requests: no response at all first, then the longest wait", async () => {
    const { connectivity, waits } = watched();
    const requests = [1, 2, 3].map(() => connectivity.follow());
    const tooMany = new RequestError(api.url, 429, "Too Many Requests");
    requests[0]?.waits(tooMany, 5_000);
    requests[1]?.waits(tooMany, 9_000);
    requests[2]?.waits(new TypeError("fetch failed"), 1_000);
    for (const request of requests.toReversed()) request.end();
    const reasons = waits.map(
      (wait) => wait && ("until" in wait ? wait.until - (waits[0] as { until: number }).until : wait.reason),
    );
    expect(reasons).toEqual([0, 4_000, "unreachable", 4_000, 0, null]);
  });

  it("stops for rate limits on request, and goes on for a server that does not respond", async () => {
    const { connectivity } = watched();
    const [limitedRequest, lostRequest] = [connectivity.follow(), connectivity.follow()];
    limitedRequest.waits(new RequestError(api.url, 429, "Too Many Requests"), 600_000);
    lostRequest.waits(new TypeError("fetch failed"), 1_000);
    const ended = Promise.race([lostRequest.ended().then(() => "lost"), limitedRequest.ended()]);
    connectivity.stopWaiting();
    expect(await ended).toBe(true);
  });

  it("tries a server that does not respond again at once, whenever that is asked for", async () => {
    api.on("GET /things", ["hang up", "hang up", { body: {} }]);
    const { send, host, connectivity } = watched();
    let begun = 0;
    host.wait = () => {
      begun++;
      return new Promise(() => undefined);
    };
    const sent = send();
    for (const count of [1, 2]) {
      await expect.poll(() => begun).toBe(count);
      connectivity.tryAgain();
    }
    await sent;
    expect(connectivity.current).toBeNull();
  });

  it("429: fails at once with what was refused when the wait is stopped", async () => {
    api.on("DELETE /things", [limited, { body: {} }]);
    const { send, host, connectivity } = watched();
    host.wait = () => new Promise(() => undefined);
    connectivity.onChange(() => connectivity.stopWaiting());
    await expect(send("DELETE")).rejects.toThrow("429 Too Many Requests");
    expect(connectivity.current).toBeNull();
    expect(api.requestsFor("DELETE /things")).toHaveLength(1);
  });

  it("is the same for all apps of a host, and starts no timers outside of a page", async () => {
    api.on("GET /things", { body: {} });
    const { send, host, connectivity } = watched(null);
    expect(connectivityOf(host)).toBe(connectivity);
    const sent = send();
    expect(host.tick()).toEqual([]);
    await sent;
  });

  it("is no longer announced to a listener that has stopped", async () => {
    api.on("GET /things", ["hang up", { body: {} }]);
    const { send, waits, stop } = watched();
    stop();
    await send();
    expect(waits).toEqual([]);
  });
});
