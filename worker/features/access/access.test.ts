import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderConfig } from "../../config/index";
import { internalApiKeys } from "../../db/projects/internal-keys/schema";
import { newProjectKey } from "../../platform/secrets";
import { db, project, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendAndSettle, sendRequest } from "../../testing/send-request";
import { signedIn } from "../../testing/sign-ins";
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
