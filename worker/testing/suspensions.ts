import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "../db/sessions/schema";
import { db, project, type TestProject } from "./project";
import { expectError } from "./refusals";
import type { TestResponse } from "./send-request";
import { signedIn } from "./sign-ins";
import { bareUser } from "./tokens";

/** Suspends a user, as a server does. */
export async function suspend(p: TestProject, userId: string): Promise<void> {
  const { status } = await p.server("PUT /users/{user_id}/suspension", { params: { user_id: userId }, body: {} });
  expect(status).toBe(200);
}

/** Lets a suspended user in again. */
export async function liftSuspension(p: TestProject, userId: string): Promise<void> {
  const { status } = await p.server("DELETE /users/{user_id}/suspension", { params: { user_id: userId } });
  expect(status).toBe(200);
}

/** Counts the sessions that a user has. */
export async function countSessions(userId: string): Promise<number> {
  return (await db.batch([db.select().from(sessions).where(eq(sessions.userId, userId))]))[0].length;
}

/**
 * A user who is suspended, and shows who they are. Every way to sign in an existing user shares it.
 *
 * @param arrange gives the user, and a sign-in that is begun and sent anew each time
 */
export function refusesSuspended(
  arrange: () => Promise<{ p: TestProject; userId: string; send: () => Promise<TestResponse> }>,
): void {
  // Attack: a suspended user has the right credentials still.
  it("403 USER_SUSPENDED with no session while the user is suspended, 200 before and after", async () => {
    const { p, userId, send } = await arrange();
    expect((await send()).status).toBe(200);
    await suspend(p, userId);
    expectError(await send(), 403, "USER_SUSPENDED");
    expect(await countSessions(userId)).toBe(0);
    await liftSuspension(p, userId);
    expect((await send()).status).toBe(200);
  });
}

/**
 * A client whose user is kept from full use. Every request that is refused to them shares it.
 *
 * @param send sends the request; what it would respond to others does not matter
 */
export function refusesRestricted(
  code: "RESTRICTED_USER_NOT_ALLOWED" | "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
  send: (client: TestProject["client"], userId: string) => Promise<TestResponse>,
): void {
  // Attack: what an account gets while it is restricted outlasts the restriction, or costs others.
  it(`403 ${code} for a restricted user's token from before, and not once that is lifted`, async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const { client } = p.as(await signedIn(p, userId));
    const restrict = (restricted_by_admin: boolean) =>
      p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: { restricted_by_admin } });
    await restrict(true);
    const details = { restricted_reason: { type: "restricted_by_administrator" } };
    expectError(await send(client, userId), 403, code, details);
    await restrict(false);
    expect((await send(client, userId)).body.code).not.toBe(code);
  });
}
