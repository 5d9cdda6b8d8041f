import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { GatehouseClientApp } from "../../kit/client/client-app";
import { createQueryClient } from "./query-client";
import { resourceOptions } from "./resource-query";

const app = new GatehouseClientApp({
  baseUrl: "https://api.example.com",
  projectId: "internal",
  publishableClientKey: "pck_test",
  tokenStore: "memory",
});

/** A view of the project that counts its fetches. */
function countedView(...args: string[]) {
  let fetches = 0;
  const options = resourceOptions(app, "project", args, async () => ++fetches);
  return { options, fetches: () => fetches };
}

describe("a cached view", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is fetched once for all observers, and not again as time passes", async ({ expect }) => {
    const client = createQueryClient();
    const view = countedView("shared");
    const stops = [1, 2, 3].map(() => new QueryObserver(client, view.options).subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(60_000);
    const late = new QueryObserver(client, view.options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(view.fetches()).toBe(1);
    for (const stop of [...stops, late]) stop();
  });

  it("is kept for 5 seconds after the last observer, then dropped", async ({ expect }) => {
    const client = createQueryClient();
    const view = countedView("dropped");
    const cached = () => client.getQueryData(view.options.queryKey);

    const stop = new QueryObserver(client, view.options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    stop();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(cached()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(cached()).toBeUndefined();
  });

  it("is fetched at most every 300 ms, however often it is invalidated", async ({ expect }) => {
    const client = createQueryClient();
    const view = countedView("throttled");
    const stop = new QueryObserver(client, view.options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(view.fetches()).toBe(1);

    void client.invalidateQueries({ queryKey: view.options.queryKey });
    await vi.advanceTimersByTimeAsync(299);
    expect(view.fetches()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(view.fetches()).toBe(2);
    stop();
  });
});
