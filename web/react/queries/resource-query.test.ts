import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { GatehouseClientApp } from "../../kit/apps/client-app";
import { emailContent } from "../../kit/operations/email-content";
import { tableOf } from "../../kit/rows/operation";
import { appsRespondingWith, settle } from "../testing/responding-apps";
import { createQueryClient, queryClientOf } from "./query-client";
import { createThrottle, refreshAfterWrites, resourceOptions } from "./resource-query";
import { viewOf } from "./view-of";

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

/** A fetch that the test settles. */
function pendingFetch(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    fetch: () => {
      log.push(`start ${name}`);
      return promise;
    },
    respond: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

describe("createThrottle", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("starts the fetches of one key one at a time, in the order of their calls", async ({ expect }) => {
    const log: string[] = [];
    const throttled = createThrottle(300);
    const [first, second] = [pendingFetch(log, "first"), pendingFetch(log, "second")];
    const outcomes = [throttled("user", first.fetch), throttled("user", second.fetch)];

    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start first"]);
    first.respond();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start first", "start second"]);
    second.respond();
    expect(await Promise.all(outcomes)).toEqual(["first", "second"]);
  });

  it("keeps 300 ms between the starts of two fetches of one key", async ({ expect }) => {
    const starts: number[] = [];
    const throttled = createThrottle(300);
    const begin = performance.now();
    for (const millis of [40, 500, 40]) {
      void throttled("user", async () => {
        starts.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, millis));
      });
    }
    await vi.advanceTimersByTimeAsync(5_000);
    // The second waits for the interval, the third for the end of the second.
    expect(starts).toEqual([0, 300, 800]);
  });

  it("does not delay one key for another", async ({ expect }) => {
    const log: string[] = [];
    const throttled = createThrottle(300);
    void throttled("user", pendingFetch(log, "user").fetch);
    void throttled("project", pendingFetch(log, "project").fetch);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["start user", "start project"]);
  });

  it("continues after a fetch that failed", async ({ expect }) => {
    const log: string[] = [];
    const throttled = createThrottle(300);
    const [broken, next] = [pendingFetch(log, "broken"), pendingFetch(log, "next")];
    const failed = throttled("user", broken.fetch);
    const succeeded = throttled("user", next.fetch);
    broken.fail();
    next.respond();
    void vi.advanceTimersByTimeAsync(1_000);
    await expect(failed).rejects.toThrow("broken");
    expect(await succeeded).toBe("next");
  });
});

/** An admin app with one theme, whose name each write changes. */
function appWithTheme() {
  let name = "Light";
  const { log, adminApp } = appsRespondingWith((path, method) => {
    if (method !== "GET" && path.startsWith("/internal/email-themes")) name = "Dark";
    return path === "/internal/email-themes" ? { themes: [{ id: "t1", display_name: name }] } : { html: name };
  });
  return { log, app: adminApp() };
}

describe("a row of an app made for React", () => {
  beforeEach(() => {
    // A browser, where an app keeps its cache.
    vi.stubGlobal("window", new EventTarget());
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is read in one request by its method and its view, which shows what the method reads later", async ({
    expect,
  }) => {
    const { log, app } = appWithTheme();
    const client = queryClientOf(app);
    const observer = new QueryObserver(client, viewOf(app, emailContent.listEmailThemes));
    const stop = observer.subscribe(() => undefined);
    expect(await settle(app.listEmailThemes())).toEqual([{ id: "t1", displayName: "Light" }]);
    expect(log).toEqual(["GET /internal/email-themes"]);

    // Nothing refreshes this cache, so that only the method can change what is shown.
    await settle(app.updateEmailTheme("t1", "source"));
    expect(observer.getCurrentResult().data?.[0]?.displayName).toBe("Light");
    await settle(app.listEmailThemes());
    expect(observer.getCurrentResult().data?.[0]?.displayName).toBe("Dark");
    stop();
  });

  it("is read again after a write that changes it, before the promise of the write settles", async ({ expect }) => {
    const { app } = appWithTheme();
    const client = queryClientOf(app);
    const stopRefreshing = refreshAfterWrites(app, client);
    const preview = new QueryObserver(client, viewOf(app, emailContent.getEmailPreview, { templateId: "m1" }));
    const stop = preview.subscribe(() => undefined);
    await settle(app.getEmailPreview({ templateId: "m1" }));
    await settle(app.updateEmailTheme("t1", "source"));
    expect(preview.getCurrentResult().data).toBe("Dark");
    stop();
    stopRefreshing();
  });

  it("is the same view where it sends the same request, and has none where it is not kept", ({ expect }) => {
    const { app } = appWithTheme();
    const keyOf = (options: Parameters<typeof emailContent.getEmailPreview>[0]) =>
      viewOf(app, emailContent.getEmailPreview, options).queryKey;
    const { sameRequest } = tableOf("admin", ({ read }) => ({
      sameRequest: read(
        "POST /emails/render-email",
        () => ({ body: { template_id: "m1" } }),
        () => 1,
        "email-previews",
      ),
    }));
    // It makes something else of the response, and must not be shown in place of the preview.
    expect(keyOf({ templateId: "m1" })).not.toEqual(viewOf(app, sameRequest).queryKey);
    expect(keyOf({ templateId: "m1" })).toEqual(keyOf({ templateId: "m1", themeId: null }));
    expect(keyOf({ templateId: "m1" })).not.toEqual(keyOf({ templateId: "m2" }));
    expect(() => viewOf(app, emailContent.listChatMessages, "t1")).toThrow("No view shows GET /internal/ai-chat");
  });
});
