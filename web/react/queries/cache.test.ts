import { notifyManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { GatehouseClientApp } from "../../kit/apps/client-app";
import { realHost } from "../../kit/host/host";
import type { Row } from "../../kit/rows/with-rows";
import type { Team } from "../../kit/teams/team";
import { accessToken } from "../testing/responding-apps";
import { projectOptions, userOptions } from "./queries";
import { createQueryClient } from "./query-client";
import { readAgain, refreshAfterWrites, resourceOptions } from "./resource-query";
import { viewOf } from "./view-of";

/** An app whose requests the test handles; `log` has their methods and paths. */
function appWith(respond: (path: string, method: string) => Response | Promise<Response>) {
  const log: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname.replace("/api/v1", "");
    log.push(`${init?.method ?? "GET"} ${path}`);
    return respond(path, init?.method ?? "GET");
  };
  const app = new GatehouseClientApp(
    { baseUrl: "https://api.example.com", projectId: "p1", publishableClientKey: "pck_test", tokenStore: "memory" },
    { ...realHost, fetch },
  );
  return { app, log };
}

const zoe = { id: "u1", display_name: "Zoe", oauth_providers: [], selected_team: null, is_anonymous: false };

async function signIn(app: GatehouseClientApp): Promise<void> {
  await app.signInWithCredential({ email: "zoe@example.com", password: "correct horse", noRedirect: true });
}

const respond = (path: string): Response =>
  Response.json(path === "/users/me" ? zoe : { access_token: accessToken, refresh_token: "r1" });

describe("the cached user", () => {
  it("is null without a request where the session is known to be invalid", async ({ expect }) => {
    const { app, log } = appWith(respond);
    expect(await createQueryClient().fetchQuery(userOptions(app))).toBeNull();
    expect(log).toEqual([]);
  });

  it("belongs to one session: another login, and none, have their own", async ({ expect }) => {
    const { app, log } = appWith(respond);
    const client = createQueryClient();
    const signedOut = userOptions(app);
    await client.fetchQuery(signedOut);
    await signIn(app);
    const signedIn = userOptions(app);
    expect(signedIn.queryKey).not.toEqual(signedOut.queryKey);
    expect((await client.fetchQuery(signedIn))?.displayName).toBe("Zoe");
    expect(JSON.stringify(signedIn.queryKey)).not.toContain("r1");

    await app.signOut();
    expect(await client.fetchQuery(userOptions(app))).toBeNull();
    expect(log.filter((line) => line === "GET /users/me")).toHaveLength(1);
  });

  it("leaves no view of a team behind for the user who signs in next", async ({ expect }) => {
    // Attack: a member who may not list a team's invitations signs in on the page of one who may, and reads that one's view.
    let refreshToken = "r1";
    const { app } = appWith((path) =>
      path === "/teams"
        ? Response.json({ items: [{ id: "t1", display_name: "Team" }] })
        : path === "/users/me"
          ? Response.json(zoe)
          : Response.json({ access_token: accessToken, refresh_token: refreshToken }),
    );
    const keysOfViews = async () => {
      const [team] = (await (await app.getUser({ or: "throw" })).listTeams()) as [Team];
      const rows = [team.listInvitations, team.listMembers, team.listUsers, team.listApiKeys];
      return rows.map((row: Row<[], unknown>) => JSON.stringify(viewOf(team, row).queryKey));
    };
    await signIn(app);
    const first = await keysOfViews();
    expect(await keysOfViews()).toEqual(first);
    refreshToken = "r2";
    await signIn(app);
    const next = await keysOfViews();
    expect(next.filter((key) => first.includes(key))).toEqual([]);
    expect(new Set(next).size).toBe(4);
  });

  it("is read again after a write, before the promise of the write settles", async ({ expect }) => {
    const names = ["Zoe", "Zoë"];
    const { app } = appWith((path, method) =>
      path === "/users/me"
        ? Response.json({ ...zoe, display_name: method === "GET" ? names.shift() : "" })
        : respond(path),
    );
    await signIn(app);
    const client = createQueryClient();
    const stops = [
      refreshAfterWrites(app, client),
      new QueryObserver(client, userOptions(app)).subscribe(() => undefined),
    ];
    await vi.waitFor(() => expect(client.getQueryData(userOptions(app).queryKey)?.displayName).toBe("Zoe"), 30_000);
    const user = client.getQueryData(userOptions(app).queryKey);
    await user?.setDisplayName("Zoë");
    expect(client.getQueryData(userOptions(app).queryKey)?.displayName).toBe("Zoë");
    for (const stop of stops) stop();
  });
});

describe("a fetch", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.for(["loads for the first time", "has data"])(
    "that is older never replaces the result of a newer one: a view that %s",
    async (state, { expect }) => {
      const { app } = appWith(respond);
      const client = createQueryClient();
      const pending: ((value: string) => void)[] = [];
      const options = resourceOptions(app, "project", [state], () => new Promise<string>((done) => pending.push(done)));
      if (state === "has data") client.setQueryData(options.queryKey, "before");
      const stop = new QueryObserver(client, { ...options, staleTime: 0 }).subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(0);

      const again = readAgain(client, options.queryKey);
      await vi.advanceTimersByTimeAsync(1_000);
      // One at a time: the newer one starts when the older one has ended.
      expect(pending).toHaveLength(1);
      pending[0]?.("older");
      await vi.advanceTimersByTimeAsync(1_000);
      expect(pending).toHaveLength(2);
      pending[1]?.("newer");
      await vi.advanceTimersByTimeAsync(0);
      await again;
      expect(client.getQueryData(options.queryKey)).toBe("newer");
      stop();
    },
  );

  it("after a write is what components show when its promise settles", async ({ expect }) => {
    // Else a dialog closes first, and returns the focus to the button of a row that is then taken away.
    const { app } = appWith(respond);
    const client = createQueryClient();
    let fetches = 0;
    const options = resourceOptions(app, "passkeys", [], async () => ++fetches);
    const observer = new QueryObserver(client, options);
    let shown: number | undefined;
    const render = notifyManager.batchCalls(() => {
      shown = observer.getCurrentResult().data;
    });
    const stop = observer.subscribe(render);
    await vi.advanceTimersByTimeAsync(1_000);
    const shownAfterwards = readAgain(client, options.queryKey).then(() => shown);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await shownAfterwards).toBe(2);
    stop();
  });

  it("that a suspended component waits for is followed by another after a write, which its promise waits for", async ({
    expect,
  }) => {
    const { app } = appWith(() => new Response("no", { status: 400 }));
    const client = createQueryClient();
    const pending: ((value: string) => void)[] = [];
    const options = resourceOptions(app, "recovery-codes", [], () => new Promise<string>((done) => pending.push(done)));
    const first = client.fetchQuery(options);
    await vi.advanceTimersByTimeAsync(0);
    const again = readAgain(client, options.queryKey);
    pending[0]?.("older");
    expect(await first).toBe("older");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pending).toHaveLength(2);
    pending[1]?.("newer");
    await vi.advanceTimersByTimeAsync(0);
    await again;
    expect(client.getQueryData(options.queryKey)).toBe("newer");
  });

  it("that failed is what the cache holds, until a write or the next observer reads again", async ({ expect }) => {
    const { app, log } = appWith(() => new Response("no", { status: 400 }));
    const client = createQueryClient();
    const options = { ...projectOptions(app), retryOnMount: false };
    const observe = () => new QueryObserver(client, options);
    const stop = observe().subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getQueryState(options.queryKey)?.status).toBe("error");
    const second = observe();
    const stopSecond = second.subscribe(() => undefined);
    expect(second.getCurrentResult().error).toBeInstanceOf(Error);
    expect(log).toEqual(["GET /projects/current"]);
    stop();
    stopSecond();
  });
});
