import { QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, it, vi } from "vitest";
import type { GatehouseClientApp, Item } from "../../kit";
import { heldPermissions } from "../../kit/account/reads";
import { ownItems } from "../../kit/payments/item";
import { projectOptions, userOptions } from "../queries/queries";
import { queryClientOf } from "../queries/query-client";
import { resourceOptions } from "../queries/resource-query";
import { viewOf } from "../queries/view-of";
import { accessToken, appsRespondingWith, settle } from "../testing/responding-apps";

beforeEach(() => {
  // A browser, where an app keeps its cache.
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const zoe = { id: "u1", display_name: "Zoe", oauth_providers: [], selected_team: null, is_anonymous: false };
const team = (display_name: string) => ({ id: display_name, display_name });

/** A view as components read it, once it has loaded. */
async function watch<T>(app: GatehouseClientApp, view: Pick<QueryObserverOptions, "queryKey">) {
  const observer = new QueryObserver<T>(queryClientOf(app), view as QueryObserverOptions<T>);
  const stop = observer.subscribe(() => undefined);
  while (observer.getCurrentResult().isPending) await vi.advanceTimersByTimeAsync(100);
  return { shown: () => observer.getCurrentResult(), stop };
}

const names = (teams: readonly { displayName: string }[] | undefined) => teams?.map(({ displayName }) => displayName);

describe("a method that reads", () => {
  it("always fetches, and shows the result in components", async ({ expect }) => {
    const teams = [team("Makers")];
    const { log, clientApp } = appsRespondingWith((path) => (path === "/teams" ? { items: teams } : zoe));
    const app = clientApp();
    const user = await settle(app.getUser({ or: "throw" }));
    const { shown, stop } = await watch<{ displayName: string }[]>(app, viewOf(user, user.listTeams));
    expect(names(shown().data)).toEqual(["Makers"]);

    teams.push(team("Sailors"));
    expect(names(await settle(user.listTeams()))).toEqual(["Makers", "Sailors"]);
    expect(names(shown().data)).toEqual(["Makers", "Sailors"]);

    teams.pop();
    expect((await settle(user.getTeam("Makers")))?.displayName).toBe("Makers");
    expect(names(shown().data)).toEqual(["Makers"]);
    expect(log.filter((line) => line === "GET /teams")).toHaveLength(3);
    stop();
  });

  it("shares one fetch with calls and components that wait for the same, and begins the next 300 ms later", async ({
    expect,
  }) => {
    const starts: number[] = [];
    const { clientApp } = appsRespondingWith((path) => {
      if (path !== "/teams") return zoe;
      starts.push(Date.now());
      return new Promise((respond) => setTimeout(() => respond({ items: [] }), 50));
    });
    const app = clientApp();
    const user = await settle(app.getUser({ or: "throw" }));
    const begin = Date.now();
    const first = [user.listTeams(), user.listTeams(), user.getTeam("Makers")];
    const watched = watch(app, viewOf(user, user.listTeams));
    await settle(Promise.all(first));
    await settle(user.listTeams());
    expect(starts.map((start) => start - begin)).toEqual([0, expect.any(Number)]);
    expect((starts[1] ?? 0) - begin).toBeGreaterThanOrEqual(300);
    (await watched).stop();
  });

  it("throws what fails, which components then throw too", async ({ expect }) => {
    let isBroken = false;
    const { clientApp } = appsRespondingWith((path) => {
      if (path !== "/project-permissions") return zoe;
      return isBroken ? new Response("no", { status: 400 }) : { items: [{ id: "read" }] };
    });
    const app = clientApp();
    const user = await settle(app.getUser({ or: "throw" }));
    const { shown, stop } = await watch(app, viewOf(user, ...heldPermissions([])));
    isBroken = true;
    await expect(settle(user.listPermissions())).rejects.toThrow("400");
    expect(shown()).toMatchObject({ data: [{ id: "read" }], error: expect.any(Error) });
    stop();
  });

  it("getUser shows its result, and so do getProject and the methods of the server and the admin app", async ({
    expect,
  }) => {
    let name = "Zoe";
    const { memoryApp, adminApp } = appsRespondingWith((path) => {
      if (path === "/users/me") return { ...zoe, display_name: name };
      if (path === "/users") return { items: [{ ...zoe, display_name: name }], pagination: { next_cursor: null } };
      if (path === "/projects/current") return { id: "p1", display_name: name, config: { appearance: {} } };
      return { access_token: accessToken, refresh_token: "r1" };
    });
    const app = memoryApp();
    await settle(app.signInWithCredential({ email: "zoe@example.com", password: "correct", noRedirect: true }));
    const admin = adminApp();
    const views = await Promise.all([
      watch<{ displayName: string }>(app, userOptions(app)),
      watch<{ displayName: string }>(app, projectOptions(app)),
      watch<{ displayName: string }[]>(admin, viewOf(admin, admin.listUsers)),
    ]);
    const all = () => views.map(({ shown }) => [shown().data].flat()[0]?.displayName);
    expect(all()).toEqual(["Zoe", "Zoe", "Zoe"]);
    name = "Zoë";
    await settle(Promise.all([app.getUser(), app.getProject(), admin.listUsers()]));
    expect(all()).toEqual(["Zoë", "Zoë", "Zoë"]);
    for (const { stop } of views) stop();
  });
});

describe("an item", () => {
  it("is one view of its app and of its user, or its team, which all of them fill", async ({ expect }) => {
    let quantity = 1;
    const { log, memoryApp } = appsRespondingWith((path) => {
      if (path.startsWith("/payments/items")) return { id: "points", display_name: "Points", quantity: quantity++ };
      if (path === "/teams") return { items: [team("Makers")] };
      return path === "/users/me" ? zoe : { access_token: accessToken, refresh_token: "r1" };
    });
    const app = memoryApp();
    await settle(app.signInWithCredential({ email: "zoe@example.com", password: "correct", noRedirect: true }));
    const user = await settle(app.getUser({ or: "throw" }));
    const { shown, stop } = await watch<Item>(app, viewOf(app, ownItems.getItem, { userId: "u1", itemId: "points" }));
    expect(shown().data?.quantity).toBe(1);
    expect((await settle(user.getItem("points"))).quantity).toBe(2);
    expect(shown().data?.quantity).toBe(2);
    expect((await settle(app.getItem({ itemId: "points", userId: "u1" }))).quantity).toBe(3);
    expect(shown().data?.quantity).toBe(3);
    const [makers] = await settle(user.listTeams());
    const seats = await watch<Item>(app, viewOf(app, ownItems.getItem, { teamId: "Makers", itemId: "seats" }));
    expect((await settle(makers?.getItem("seats") ?? expect.fail())).quantity).toBe(5);
    expect([shown().data?.quantity, seats.shown().data?.quantity]).toEqual([3, 5]);
    expect(log.filter((line) => line.includes("/payments/"))).toEqual([
      ...Array(3).fill("GET /payments/items/user/u1/points"),
      ...Array(2).fill("GET /payments/items/team/Makers/seats"),
    ]);
    stop();
    seats.stop();
  });

  it("is another view of the next session", async ({ expect }) => {
    // Attack: where clients read only their own items, the next person at the screen is shown those of the one before.
    const { memoryApp } = appsRespondingWith((path) => {
      if (path.startsWith("/payments/items")) return { id: "points", display_name: "Points", quantity: 1 };
      return path === "/users/me" ? zoe : { access_token: accessToken, refresh_token: "r1" };
    });
    const app = memoryApp();
    const item = { userId: "u1", itemId: "points" };
    const before = viewOf(app, ownItems.getItem, item).queryKey;
    await settle(app.signInWithCredential({ email: "zoe@example.com", password: "correct", noRedirect: true }));
    const signedIn = viewOf(app, ownItems.getItem, item).queryKey;
    expect(signedIn).not.toEqual(before);
    await settle((await settle(app.getUser({ or: "throw" }))).signOut());
    expect(viewOf(app, ownItems.getItem, item).queryKey).toEqual(before);
  });

  it.for([
    ["no customer", {}],
    ["a user and a team", { userId: "u", teamId: "t" }],
    ["a user and a customer of one's own", { userId: "u", customCustomerId: "c" }],
    ["all three", { userId: "u", teamId: "t", customCustomerId: "c" }],
  ] as const)("throws for %s from the method, and from what shows it", async ([, customers], { expect }) => {
    const app = appsRespondingWith(() => zoe).clientApp();
    const none = { itemId: "points", ...customers } as never;
    const message = "getItem requires one of userId, teamId, or customCustomerId";
    await expect(settle(app.getItem(none))).rejects.toThrow(message);
    const { shown, stop } = await watch(app, viewOf(app, ownItems.getItem, none));
    expect(shown().error?.message).toContain(message);
    stop();
  });
});

describe("a sign-out", () => {
  it("waits for what is being stored, and lets nothing more be read or shown before its redirect", async ({
    expect,
  }) => {
    // Attack: the page of a user who signs out reads on for them, and the next person at the screen sees it.
    let respond = (_: object) => {};
    const { log, clientApp } = appsRespondingWith((path, method) => {
      if (method === "DELETE") return { success: true };
      if (path === "/contact-channels") return { items: [] };
      if (path !== "/teams") return zoe;
      return new Promise((resolve) => {
        respond = resolve;
      });
    });
    const app = clientApp();
    const user = await settle(app.getUser({ or: "throw" }));
    const reading = user.listTeams();
    await vi.advanceTimersByTimeAsync(0);
    expect(log.at(-1)).toBe("GET /teams");
    const signOut = user.signOut();
    await vi.advanceTimersByTimeAsync(5_000);
    // It has not even begun.
    expect(log.at(-1)).toBe("GET /teams");

    const late = user.listContactChannels();
    respond({ items: [] });
    await settle(reading);
    let hasLeft = false;
    signOut.then(() => {
      hasLeft = true;
    });
    // Within the two seconds in which a page goes away.
    await vi.advanceTimersByTimeAsync(1_500);
    expect(log.slice(2)).toEqual(["DELETE /auth/sessions/current"]);
    expect(hasLeft).toBe(false);
    await settle(signOut);
    // The session is over by now, so it is not as the user who has signed out.
    await settle(late);
    expect(log.slice(3)).toEqual(["GET /contact-channels"]);
  });

  it.for(["listTeams", "listEmailThemes"] as const)(
    "lets %s, called by a website's own query, wait, and both end",
    async (method, { expect }) => {
      // Each would wait for the other: the sign-out for the query that it found under way, the query for the end of the sign-out.
      const { log, adminApp } = appsRespondingWith((path, method) => {
        if (method === "DELETE") return { success: true };
        if (path === "/internal/email-themes") return { themes: [] };
        return path === "/teams" ? { items: [] } : zoe;
      });
      const app = adminApp();
      const user = await settle(app.getUser({ or: "throw" }));
      let goOn = () => {};
      const pause = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const own = resourceOptions(app, "project", ["own"], async () => {
        await pause;
        return await app[method]();
      });
      const reading = queryClientOf(app).fetchQuery(own);
      await vi.advanceTimersByTimeAsync(0);
      const signOut = user.signOut();
      await vi.advanceTimersByTimeAsync(0);
      goOn();
      const outcomes = Promise.all([reading, signOut]);
      let haveEnded = false;
      void outcomes.then(() => {
        haveEnded = true;
      });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(haveEnded).toBe(true);
      // After the sign-out, which the query did not hold up.
      expect(log.slice(1)).toEqual([
        "DELETE /auth/sessions/current",
        method === "listTeams" ? "GET /teams" : "GET /internal/email-themes",
      ]);
    },
  );
});
