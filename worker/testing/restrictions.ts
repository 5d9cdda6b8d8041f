import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "../db/sessions/schema";
import { db, type TestProject } from "./project";
import { expectError } from "./refusals";
import type { TestResponse } from "./send-request";

/** Restricts a user, as a server does. */
export async function restrict(p: TestProject, userId: string): Promise<void> {
  const { status } = await p.server("PUT /users/{user_id}/restriction", { params: { user_id: userId }, body: {} });
  expect(status).toBe(200);
}

/** Lets a restricted user in again. */
export async function liftRestriction(p: TestProject, userId: string): Promise<void> {
  const { status } = await p.server("DELETE /users/{user_id}/restriction", { params: { user_id: userId } });
  expect(status).toBe(200);
}

/** Counts the sessions that a user has. */
export async function countSessions(userId: string): Promise<number> {
  return (await db.batch([db.select().from(sessions).where(eq(sessions.userId, userId))]))[0].length;
}

/**
 * A user who is restricted, and shows who they are. Every way to sign in an existing user shares it.
 *
 * @param arrange gives the user, and a sign-in that is begun and sent anew each time
 */
export function refusesRestricted(
  arrange: () => Promise<{ p: TestProject; userId: string; send: () => Promise<TestResponse> }>,
): void {
  // Attack: a restricted user has the right credentials still.
  it("403 USER_RESTRICTED with no session while the user is restricted, 200 before and after", async () => {
    const { p, userId, send } = await arrange();
    expect((await send()).status).toBe(200);
    await restrict(p, userId);
    expectError(await send(), 403, "USER_RESTRICTED");
    expect(await countSessions(userId)).toBe(0);
    await liftRestriction(p, userId);
    expect((await send()).status).toBe(200);
  });
}
