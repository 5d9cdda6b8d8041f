import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderConfig } from "../../config/index";
import { internalApiKeys } from "../../db/projects/internal-keys/schema";
import { projects } from "../../db/projects/schema";
import { newProjectKey } from "../../platform/secrets";
import type { Tier } from "../../protocol/tiers";
import { db, project, type TestProject, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendAndSettle, sendRequest } from "../../testing/send-request";
import { exchange, refreshForm, signedIn } from "../../testing/sign-ins";
import { suspend } from "../../testing/suspensions";
import { bareUser } from "../../testing/tokens";
import { isUseDue } from "./session-policy";

describe("a key that was proven", () => {
  const key = "POST /auth/password/sign-in";
  const malformed = { body: { email: 5 } };

  afterEach(() => void vi.useRealTimers());

  /** A project whose key this isolate has just seen proven. */
  async function provenProject() {
    const p = await project();
    await p.client("GET /projects/current");
    return p;
  }

  describe("a request of a wrong form", () => {
    it("400 SCHEMA_ERROR without a look-up, for a minute after its key was proven", async () => {
      const p = await provenProject();
      const response = await p.client(key, malformed);
      expectError(response, 400, "SCHEMA_ERROR");
      expect(response.cost.d1).toBe(0);
    });

    // Attack: finding out which projects exist, or using a key that never was one, by requests that are not looked up.
    it("401 INVALID_PUBLISHABLE_CLIENT_KEY with a wrong key of a project that the isolate has seen", async () => {
      const p = await provenProject();
      const headers = tierHeaders(p.id, "client", newProjectKey("pck"));
      expectError(await sendRequest(key, { ...malformed, headers }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    });

    // Attack: a key of one tier or project that passes for proven at another.
    it("401 with a key that was proven at another tier or in another project", async () => {
      const [p, other] = [await provenProject(), await provenProject()];
      const atServer = await sendRequest(key, { ...malformed, headers: tierHeaders(p.id, "server", p.keys.client) });
      expectError(atServer, 401, "INVALID_SECRET_SERVER_KEY");
      const elsewhere = await sendRequest(key, {
        ...malformed,
        headers: tierHeaders(other.id, "client", p.keys.client),
      });
      expectError(elsewhere, 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    });

    // Attack: going on with a key that was revoked: it may be told what is wrong with a form for a minute, and nothing else.
    it("401 INVALID_PUBLISHABLE_CLIENT_KEY with a revoked key, at once for what is well-formed and in a minute for all", async () => {
      const p = await provenProject();
      await db.batch([db.delete(internalApiKeys).where(eq(internalApiKeys.projectId, p.id))]);
      const body = { email: "a@example.com", password: "a password" };
      expectError(await p.client(key, { body }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
      const headers = tierHeaders(p.id, "client", p.keys.client);
      expectError(await sendAndSettle(key, { ...malformed, headers }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    });

    it("401 ACCESS_TOKEN_EXPIRED for a suspended user, whose refusal comes first", async () => {
      const p = await provenProject();
      const userId = await bareUser(p.id);
      const user = p.as(await signedIn(p, userId));
      await suspend(p, userId);
      expectError(await user.client("PATCH /users/me", { body: { display_name: {} } }), 401, "ACCESS_TOKEN_EXPIRED");
    });
  });
});

describe("a client without a key", () => {
  const code = "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT";
  const open = { "project.requirePublishableClientKey": false };
  const keyless = (p: TestProject, tier: Tier = "client") => ({
    "x-stack-project-id": p.id,
    "x-stack-access-type": tier,
  });
  const require = (p: TestProject, requires: boolean) =>
    p.admin("PATCH /internal/projects/current", { body: { config: { require_publishable_client_key: requires } } });

  it("401 PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT unless the project lets it in, in words that the client knows", async () => {
    const p = await project();
    const refused = await sendRequest("GET /projects/current", { headers: keyless(p) });
    expectError(refused, 401, code, { project_id: p.id });
    for (const [version, expected] of [
      ["2.8.51", "CLIENT_AUTHENTICATION_REQUIRED"],
      ["2.8.77", code],
    ]) {
      const headers = { ...keyless(p), "x-stack-client-version": `js @stackframe/js@${version}` };
      expectError(await sendRequest("GET /projects/current", { headers }), 401, String(expected));
    }
    expect((await require(p, false)).body.config.require_publishable_client_key).toBe(false);
    expect((await sendRequest("GET /projects/current", { headers: keyless(p) })).status).toBe(200);
    await require(p, true);
    expectError(await sendRequest("GET /projects/current", { headers: keyless(p) }), 401, code);
    // Newer official clients write it at its own level.
    const level = {
      params: { level: "project" },
      body: { config_override_string: '{"project.requirePublishableClientKey":false}' },
    };
    expect((await p.admin("PATCH /internal/config/override/{level}", level)).status).toBe(200);
    expect((await sendRequest("GET /projects/current", { headers: keyless(p) })).status).toBe(200);
  });

  it("200 signs up, reads lists and writes, in no more round trips than with a key", async () => {
    const p = await project({ ...open, "teams.allowClientTeamCreation": true });
    const user = { ...keyless(p), "x-stack-access-token": (await signedIn(p, await bareUser(p.id))).access_token };
    const made = await sendRequest("POST /teams", { headers: user, body: { display_name: "Crew" } });
    expect([made.status, made.cost.d1]).toEqual([201, 1]);
    const listed = await sendRequest("GET /teams", { headers: user, query: { user_id: "me" } });
    expect([listed.body.items.length, listed.cost.d1]).toEqual([1, 1]);
    const [event] = (await p.admin("GET /internal/audit-events")).body.items;
    expect(event.actor).toMatchObject({ type: "user" });
  });

  it("401 for a tier above, for a wrong key, and once the project asks for keys again", async () => {
    // Attack: a stranger leaves the key out at the server's tier of a project that lets clients in without one. Or they keep coming after
    // its owner has closed it, to a Worker that remembers it as open.
    const p = await project({ ...open, "teams.allowClientTeamCreation": true });
    const list = (headers: Record<string, string>) => sendRequest("GET /users", { headers });
    expectError(await list(keyless(p, "server")), 401, "SERVER_AUTHENTICATION_REQUIRED");
    expectError(await list(keyless(p, "admin")), 401, "ADMIN_AUTHENTICATION_REQUIRED");
    expectError(await list(keyless(p)), 401, "INSUFFICIENT_ACCESS_TYPE");
    const wrong = tierHeaders(p.id, "client", newProjectKey("pck"));
    expectError(await sendRequest("GET /projects/current", { headers: wrong }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    const user = { ...keyless(p), "x-stack-access-token": (await signedIn(p, await bareUser(p.id))).access_token };
    await sendRequest("GET /projects/current", { headers: user });
    await db.batch([db.update(projects).set({ configOverride: "{}" }).where(eq(projects.projectId, p.id))]);
    const body = { display_name: "Crew" };
    expectError(await sendRequest("POST /teams", { headers: user, body }), 401, code);
    expect((await p.server("GET /teams")).body.items).toEqual([]);
  });

  it("200 at the token endpoint with the secret of clients without one, 401 where the project asks for keys", async () => {
    for (const [override, status] of [
      [open, 200],
      [{}, 401],
    ] as const) {
      const p = await project(override);
      const { refresh_token } = await signedIn(p, await bareUser(p.id));
      const client_secret = "__stack_public_client__";
      const response = await exchange(refreshForm(p, refresh_token, { client_secret }));
      expect(response.status).toBe(status);
      if (status === 401) expectError(response, 401, code, { project_id: p.id });
      expect(response.headers.get("www-authenticate")).toBeNull();
    }
  });
});

const minutes = 60_000;
const noon = Date.UTC(2030, 0, 1, 12);

const isDue = (millisAgo: number, override = {}, now = noon) =>
  isUseDue({ config: renderConfig(override) }, { lastUsedAt: now - millisAgo }, now);

describe("isUseDue", () => {
  it("is once an hour", () => {
    expect(isDue(60 * minutes - 1)).toBe(false);
    expect(isDue(60 * minutes)).toBe(true);
  });

  it("is ten times within the time that a project lets sessions be idle", () => {
    const override = { "auth.sessions.idleMinutes": 30 };
    expect(isDue(3 * minutes - 1, override)).toBe(false);
    expect(isDue(3 * minutes, override)).toBe(true);
  });

  it("is on each day, by which active users are counted", () => {
    const midnight = Date.UTC(2030, 0, 2);
    expect(isDue(1, {}, midnight)).toBe(true);
    expect(isDue(1, {}, midnight + 1)).toBe(false);
  });
});
