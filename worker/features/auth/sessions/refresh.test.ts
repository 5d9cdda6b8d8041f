import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { selectLiveSession } from "../../../db/sessions/queries";
import { sessions } from "../../../db/sessions/schema";
import { users } from "../../../db/users/schema";
import { planOf } from "../../../testing/measured-databases";
import { db, project, tierHeaders } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendAndSettle } from "../../../testing/send-request";
import { expectRefreshed, sessionRow, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";

const minutes = 60_000;
const noon = Date.UTC(2030, 0, 1, 12);

afterEach(() => {
  vi.useRealTimers();
});

describe("POST /auth/sessions/current/refresh", () => {
  it("200 with a new access token, in one round trip", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const headers = { "x-stack-refresh-token": session.refresh_token };
    const response = await p.client("POST /auth/sessions/current/refresh", { headers });
    expectRefreshed(response, userId);
    expect(Object.keys(response.body)).toEqual(["access_token"]);
    expect(response.cost).toMatchObject({ d1: 1, rowsRead: 4, rowsWritten: 0 });
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED for an unknown token, another project's, and a deleted user's", async () => {
    const [p, other] = [await project(), await project()];
    const foreign = await signedIn(other, await bareUser(other.id));
    const deletedUserId = await bareUser(p.id);
    const orphaned = await signedIn(p, deletedUserId);
    await db.batch([db.delete(users).where(and(eq(users.projectId, p.id), eq(users.id, deletedUserId)))]);
    for (const token of ["unknown", foreign.refresh_token, orphaned.refresh_token]) {
      const headers = { "x-stack-refresh-token": token };
      const response = await p.client("POST /auth/sessions/current/refresh", { headers });
      expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
  });

  it("400 SCHEMA_ERROR without the header", async () => {
    const p = await project();
    const response = await p.client("POST /auth/sessions/current/refresh");
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("headers.x-stack-refresh-token must be defined");
  });

  it("notes the use afterwards once the last one is an hour old, or at once when it is another browser's", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id));
    const lastUseAfter = async (lastUsedAt: number, headers = {}) => {
      await db.batch([db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, session.id))]);
      await sendAndSettle("POST /auth/sessions/current/refresh", {
        headers: {
          ...tierHeaders(p.id, "client", p.keys.client),
          "x-stack-refresh-token": session.refresh_token,
          ...headers,
        },
      });
      return (await sessionRow(p, session.id))?.lastUsedAt;
    };
    expect(await lastUseAfter(noon - 59 * minutes)).toBe(noon - 59 * minutes);
    expect(await lastUseAfter(noon - 60 * minutes)).toBe(noon);
    expect(await lastUseAfter(noon - minutes, { "user-agent": "Mozilla/5.0 (X11; Linux)" })).toBe(noon);
  });

  it("refreshes by the index of refresh tokens", async () => {
    const plan = await planOf(selectLiveSession(db, { projectId: "p", refreshTokenHash: "h", now: 1 }));
    expect(plan).toContain("SEARCH sessions USING INDEX sessions_by_token");
    expect(plan).not.toContain("SCAN");
  });
});
