import { eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteExpiredSessions } from "../../../db/sessions/changes";
import { sessions } from "../../../db/sessions/schema";
import { passMinute } from "../../../testing/jobs";
import { db, project, type TestProject } from "../../../testing/project";
import { planOf } from "../../../testing/query-plan";
import { exchange, expectRefreshed, refreshForm, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";

const minutes = 60 * 1000;
const hours = 60 * minutes;

/** A session of a new user, which expired some time ago if that is given. */
async function session(p: TestProject, expiredForMillis?: number) {
  const userId = await bareUser(p.id);
  const signIn = await signedIn(p, userId);
  if (expiredForMillis !== undefined) {
    const expiresAt = Date.now() - expiredForMillis;
    await db.batch([db.update(sessions).set({ expiresAt }).where(eq(sessions.id, signIn.id))]);
  }
  return { ...signIn, userId };
}

async function stored(...ids: string[]): Promise<string[]> {
  const [rows] = await db.batch([db.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, ids))]);
  return rows.map(({ id }) => id).sort();
}

describe("the sweep of sessions", () => {
  it("deletes those of all projects that expired twelve hours ago, and no others", async () => {
    const [p, other] = [await project(), await project()];
    const [live, late] = [await session(p), await session(p, 12 * hours - minutes)];
    const [old, older] = [await session(p, 12 * hours + minutes), await session(other, 300 * 24 * hours)];
    await passMinute();
    expect(await stored(live.id, late.id, old.id, older.id)).toEqual([live.id, late.id].sort());
    expectRefreshed(await exchange(refreshForm(p, live.refresh_token)), live.userId);
  });

  it("leaves an access token that outlives its session able to sign out", async () => {
    const p = await project();
    const ended = await session(p, 9 * minutes);
    await passMinute();
    expect((await p.as(ended).client("DELETE /auth/sessions/current")).status).toBe(200);
  });

  it("finds them by an index", async () => {
    expect(await planOf(deleteExpiredSessions(db, 1))).toMatch(
      /SEARCH sessions USING COVERING INDEX sessions_by_expiry/,
    );
  });
});
