import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { internalApiKeys } from "../../db/projects/internal-keys/schema";
import worker from "../../index";
import { openReads } from "../../platform/read-replicas";
import type { EndpointKey } from "../../protocol/endpoint";
import type { Tier } from "../../protocol/tiers";
import { db, project, type TestProject, type Tokens, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { primaryBinding, replicatedDatabase } from "../../testing/replicated-database";
import { type RequestInput, readResponse, requestOf, type TestResponse } from "../../testing/send-request";
import { signedIn } from "../../testing/sign-ins";
import { suspend } from "../../testing/suspensions";
import { accessToken, bareUser } from "../../testing/tokens";

const kit = "js @gatehouse/kit@0.2.0";
const officialClient = "js @stackframe/js@2.8.41";

afterEach(() => vi.useRealTimers());

/** A project on a database with a replica, and a user who is signed in; the replica has both. */
async function arrange(p?: TestProject) {
  const made = p ?? (await project({ "hostedPages.enabled": true }));
  const userId = await bareUser(made.id, { displayName: "Ada" });
  const tokens = await signedIn(made, userId);
  const replicated = await replicatedDatabase(made.id);
  await replicated.replicate();
  const bindings = { ...env, [primaryBinding]: replicated.database };

  /** Sends a request to a Worker on that database, and says where it was read and which session it began. */
  async function send(key: EndpointKey, input: RequestInput = {}): Promise<TestResponse & { ranOn: string[] }> {
    replicated.ranOn.length = 0;
    replicated.sessions.length = 0;
    const context = createExecutionContext();
    const response = await readResponse(await worker.fetch(requestOf(key, input), bindings, context));
    await waitOnExecutionContext(context);
    return { ...response, ranOn: [...replicated.ranOn] };
  }

  const asUser = (client: string, bookmark?: string | null, tier: Tier = "client") => ({
    ...tierHeaders(made.id, tier, made.keys[tier]),
    "x-stack-access-token": tokens.access_token,
    "x-stack-client-version": client,
    ...(bookmark && { "x-stack-bookmark": bookmark }),
  });
  const readOwn = (bookmark?: string | null) => send("GET /users/me", { headers: asUser(kit, bookmark) });
  const rename = (name: string) => send("PATCH /users/me", { headers: asUser(kit), body: { display_name: name } });
  return { p: made, userId, tokens, replicated, send, asUser, readOwn, rename };
}

const bookmarkOf = ({ headers }: TestResponse) => headers.get("x-stack-bookmark");

describe("a client that carries bookmarks", () => {
  it("reads its own user from a replica that has what it wrote last, and is told the point that it then has seen", async () => {
    const { replicated, readOwn, rename } = await arrange();
    const written = await rename("Ada Lovelace");
    expect(written.ranOn).not.toContain("replica");

    const read = await readOwn(bookmarkOf(written));
    expect([read.body.display_name, read.ranOn, read.cost.d1]).toEqual(["Ada Lovelace", ["replica"], 1]);
    expect(replicated.sessions).toEqual([expect.stringMatching(/^[0-9a-f-]{59}$/)]);
    expect((await readOwn(bookmarkOf(read))).ranOn).toEqual(["replica"]);
  });

  it("is told its first bookmark by a read from the primary, and each newer one sorts after it", async () => {
    const { readOwn, rename } = await arrange();
    const first = await readOwn();
    expect(first.ranOn).toEqual(["primary"]);
    const second = await rename("Ada Lovelace");
    expect(String(bookmarkOf(second)) > String(bookmarkOf(first))).toBe(true);
  });

  it("writes to the primary, and reads there what a write depends on", async () => {
    const { send, asUser, readOwn } = await arrange();
    const headers = asUser(kit, bookmarkOf(await readOwn()));
    const written = await send("PATCH /users/me", { headers, body: { display_name: "Ada Lovelace" } });
    expect(written.status).toBe(200);
    expect(new Set(written.ranOn)).toEqual(new Set(["primary"]));
  });
});

describe("a client that carries none", () => {
  it("reads from the primary, never misses its own write, and is told no bookmark", async () => {
    const { send, asUser } = await arrange();
    const headers = asUser(officialClient);
    const written = await send("PATCH /users/me", { headers, body: { display_name: "Ada Lovelace" } });
    const read = await send("GET /users/me", { headers });
    expect([read.body.display_name, read.ranOn]).toEqual(["Ada Lovelace", ["primary"]]);
    expect([bookmarkOf(written), bookmarkOf(read)]).toEqual([null, null]);
  });

  it("backends and owners read from the primary, even with a bookmark", async () => {
    const { p, send, asUser, readOwn } = await arrange();
    const bookmark = bookmarkOf(await readOwn());
    for (const tier of ["server", "admin"] as const) {
      const read = await send("GET /users/me", { headers: asUser(kit, bookmark, tier) });
      expect([read.status, read.ranOn, bookmarkOf(read)]).toEqual([200, ["primary"], null]);
    }
    expect((await send("GET /users", { headers: { ...asUser(kit, bookmark, "server") } })).ranOn).toEqual(["primary"]);
    expect(p.id).toBeTruthy();
  });
});

describe("what is public", () => {
  it("key sets, hosted pages and what clients may see of a project are read from any replica", async () => {
    const { p, replicated, send } = await arrange();
    const { "x-stack-access-type": _, ...publicHeaders } = { "x-stack-access-type": "" };
    const headers = tierHeaders(p.id, "client", p.keys.client);
    for (const [key, input] of [
      ["GET /projects/{project_id}/.well-known/jwks.json", { params: { project_id: p.id }, headers: publicHeaders }],
      ["GET /hosted-pages/{project_id}", { params: { project_id: p.id } }],
      ["GET /projects/current", { headers }],
    ] as const) {
      const read = await send(key, input);
      expect([read.status, read.ranOn, replicated.sessions]).toEqual([200, ["replica"], ["first-unconstrained"]]);
      expect(bookmarkOf(read)).toBeNull();
    }
  });

  it("a refusal by a replica is confirmed by the primary, which knows the project that was made a moment ago", async () => {
    const { send } = await arrange();
    const p = await project({ "hostedPages.enabled": true });
    const headers = tierHeaders(p.id, "client", p.keys.client);
    const current = await send("GET /projects/current", { headers });
    expect([current.status, current.ranOn, current.cost.d1]).toEqual([200, ["replica", "primary"], 2]);
    const pages = await send("GET /hosted-pages/{project_id}", { params: { project_id: p.id } });
    expect([pages.status, pages.ranOn]).toEqual([200, ["replica", "primary"]]);
    const gone = await send("GET /projects/current", {
      headers: { ...headers, "x-stack-publishable-client-key": "pck_x" },
    });
    expectError(gone, 401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: p.id });
  });
});

describe("a bookmark", () => {
  // Attack: a bookmark goes into the database's own protocol. A made-up one could choose a replica that is behind, or make it
  // wait for a point that never comes. It could also fail there, and the request with it.
  it("200 from the primary with one that the server did not make, or made for another database, or changed", async () => {
    const { readOwn } = await arrange();
    const real = String(bookmarkOf(await readOwn()));
    const [d1 = "", time = "", mac = ""] = real.split(".");
    const options = {
      reads: "primary",
      bookmark: null,
      wantsBookmark: true,
      maxAgeMillis: 1,
      serverSecret: "x".repeat(32),
    } as const;
    const foreign = openReads(env.DB, { ...options, name: primaryBinding });
    const { SERVER_SECRET: serverSecret } = env as unknown as { SERVER_SECRET: string };
    const other = openReads(env.DB, { ...options, serverSecret, name: "OTHER" });
    for (const reads of [foreign, other]) await reads.database.batch([reads.database.prepare("select 1")]);
    for (const bookmark of [
      "first-unconstrained",
      d1,
      `ffffffff${d1.slice(8)}.${time}.${mac}`,
      `${d1}.${Number(time) + 1}.${mac}`,
      `${d1}.${time}.${mac.slice(0, -1)}_`,
      `${d1}.${time}.${"A".repeat(43)}`,
      "%00.'\"--",
      "0".repeat(5000),
      String(await foreign.bookmark()),
      String(await other.bookmark()),
    ]) {
      const read = await readOwn(bookmark);
      expect([bookmark, read.status, read.ranOn]).toEqual([bookmark, 200, ["primary"]]);
    }
    expect((await readOwn(real)).ranOn).toEqual(["replica"]);
  });

  it("grants nothing: it is no proof of who sends it", async () => {
    const { p, send, readOwn } = await arrange();
    const bookmark = String(bookmarkOf(await readOwn()));
    const headers = { ...tierHeaders(p.id, "client", p.keys.client), "x-stack-bookmark": bookmark };
    expectError(await send("GET /users/me", { headers }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const wrong = { ...headers, "x-stack-publishable-client-key": "pck_x" };
    expectError(await send("GET /users/me", { headers: wrong }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY", {
      project_id: p.id,
    });
  });

  it("200 from the primary when the replica fails", async () => {
    const { replicated, readOwn } = await arrange();
    const bookmark = bookmarkOf(await readOwn());
    replicated.isDown = true;
    const read = await readOwn(bookmark);
    expect([read.status, read.body.display_name, read.ranOn]).toEqual([200, "Ada", ["replica", "primary"]]);
  });

  // Attack: a user is suspended, and a script with their access token keeps asking the replica that is furthest behind. It sends
  // the last bookmark from before. The replica must not serve it for longer than a backend that verifies tokens itself accepts
  // the token.
  it("serves for as long as an access token lives at most, however far the replica is behind", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { p, userId, replicated, send, asUser, readOwn } = await arrange();
    let bookmark = bookmarkOf(await readOwn());
    await replicated.replicate();
    await suspend(p, userId);
    const readLater = async (millis: number) => {
      vi.setSystemTime(Date.now() + millis);
      // The token of the last moment: the bookmark's age alone decides here.
      const headers = { ...asUser(kit, bookmark), "x-stack-access-token": await accessToken(p.id, userId) };
      return send("GET /users/me", { headers });
    };
    for (let minute = 1; minute < 10; minute++) {
      const read = await readLater(60_000);
      expect(read.ranOn).toEqual(["replica"]);
      // What was read from the replica does not make the bookmark younger.
      bookmark = bookmarkOf(read);
    }
    expect((await readLater(59_999)).ranOn).toEqual(["replica"]);
    const refused = await readLater(1);
    expect(refused.ranOn).toEqual(["primary"]);
    expectError(refused, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  });
});

describe("what a replica does not know of yet", () => {
  // Evidence: revoked-writes-nothing-however-far-replica-behind
  it.each<[string, (p: TestProject, userId: string, tokens: Tokens) => Promise<unknown>]>([
    ["the user is suspended", (p, userId) => suspend(p, userId)],
    ["the session has ended", (p, _, tokens) => p.as(tokens).client("DELETE /auth/sessions/current")],
    [
      "the key is revoked",
      ({ id }) =>
        db.batch([db.update(internalApiKeys).set({ manuallyRevokedAt: 1 }).where(eq(internalApiKeys.projectId, id))]),
    ],
  ])(
    "%s: writes and refreshes are refused at once, while plain reads at an old bookmark are not",
    async (_, revoke) => {
      // Attack: a thief keeps a bookmark from the moment before the revocation. They send it with every request, to a replica
      // that has stopped replicating.
      const { p, userId, tokens, replicated, send, asUser, readOwn } = await arrange();
      const bookmark = bookmarkOf(await readOwn());
      await replicated.replicate();
      await revoke(p, userId, tokens);
      const headers = asUser(kit, bookmark);
      expect(await send("GET /users/me", { headers })).toMatchObject({ status: 200, ranOn: ["replica"] });
      const write = await send("PATCH /users/me", { headers, body: { display_name: "Eve" } });
      const refresh = await send("POST /auth/sessions/current/refresh", {
        headers: { ...headers, "x-stack-refresh-token": tokens.refresh_token },
      });
      for (const { status, ranOn } of [write, refresh]) {
        expect([status, new Set(ranOn)]).toEqual([401, new Set(["primary"])]);
      }
    },
  );
});
