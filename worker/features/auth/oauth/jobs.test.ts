import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteExpiredAuthorizationCodes, deleteExpiredRequests } from "../../../db/oauth-flows/changes";
import { authorizationCodes, oauthRequests } from "../../../db/oauth-flows/schema";
import { passMinute } from "../../../testing/jobs";
import { freshAddress } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { beginFlow, codeFor, oauthProject, returnAs } from "../../../testing/oauth-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { exchange } from "../../../testing/sign-ins";

const minutes = 60 * 1000;

const visitor = () => ({ email: freshAddress() });

/** Counts how many requests and authorization codes a project has. */
async function stored(p: TestProject): Promise<{ requests: number; codes: number }> {
  const [requests, codes] = await db.batch([
    db.select().from(oauthRequests).where(eq(oauthRequests.projectId, p.id)),
    db.select().from(authorizationCodes).where(eq(authorizationCodes.projectId, p.id)),
  ]);
  return { requests: requests.length, codes: codes.length };
}

async function expire(p: TestProject, table: typeof oauthRequests | typeof authorizationCodes, agoMillis: number) {
  await db.batch([
    db
      .update(table)
      .set({ expiresAt: Date.now() - agoMillis })
      .where(eq(table.projectId, p.id)),
  ]);
}

describe("the sweep of OAuth flows", () => {
  it("deletes requests of all projects that expired an hour ago and never got a response", async () => {
    const [p, other] = [await oauthProject(), await oauthProject()];
    for (const one of [p, other]) {
      await beginFlow(one);
      await expire(one, oauthRequests, 61 * minutes);
    }
    const live = await beginFlow(p);
    await passMinute();
    expect([(await stored(p)).requests, (await stored(other)).requests]).toEqual([1, 0]);
    expect((await returnAs(live, visitor())).status).toBe(303);
  });

  it("leaves a request whose browser returns late, for its own error", async () => {
    const p = await oauthProject();
    const flow = await beginFlow(p);
    await expire(p, oauthRequests, 59 * minutes);
    await passMinute();
    expect((await returnAs(flow, visitor())).body).toMatchObject({ code: "OUTER_OAUTH_TIMEOUT" });
  });

  it("deletes authorization codes of all projects that expired a minute ago, and leaves the live ones", async () => {
    const [p, other, third] = [await oauthProject(), await oauthProject(), await oauthProject()];
    for (const one of [p, other]) {
      await codeFor(one, visitor());
      await expire(one, authorizationCodes, minutes);
    }
    const live = await codeFor(third, visitor());
    await passMinute();
    expect([(await stored(p)).codes, (await stored(other)).codes]).toEqual([0, 0]);
    expect((await exchange(live)).status).toBe(200);
  });

  it("keeps used codes for a day, so that a second use is noticed, but nothing of what they stood for", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    await exchange(form);
    await passMinute();
    const [[row]] = await db.batch([
      db.select().from(authorizationCodes).where(eq(authorizationCodes.projectId, p.id)),
    ]);
    expect(row).toMatchObject({ providerId: null, accountId: null, email: null, sealedGrant: null });
    const keptMillis = (row?.expiresAt ?? 0) - (row?.usedAt ?? 0);
    expect(keptMillis).toBe(24 * 60 * minutes);
    await expire(p, authorizationCodes, minutes);
    await passMinute();
    expect((await stored(p)).codes).toBe(0);
  });

  it("finds them by indexes", async () => {
    for (const deletion of [deleteExpiredRequests, deleteExpiredAuthorizationCodes]) {
      expect(await planOf(deletion(db, 1))).toMatch(/SEARCH \w+ USING COVERING INDEX \w+_by_expiry/);
    }
  });
});
