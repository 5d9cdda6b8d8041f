import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { authorizationCodes } from "../../../db/oauth-flows/schema";
import { oauthLinks, users } from "../../../db/users/schema";
import { beginFlow, returnAs } from "../../../testing/oauth-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import type { TestResponse } from "../../../testing/send-request";
import { claimsOf } from "../../../testing/sign-ins";

/** An address that its user has proven and signs in with. */
export const verified = { primary_email_verified: true, primary_email_auth_enabled: true };

export async function create(p: TestProject, body: object): Promise<string> {
  return (await p.server("POST /users", { body })).body.id;
}

export async function userOf(p: TestProject, userId: string) {
  return (await p.server("GET /users/{user_id}", { params: { user_id: userId } })).body;
}

export async function linksOf(p: TestProject, userId: string) {
  const isTheirs = and(eq(oauthLinks.projectId, p.id), eq(oauthLinks.userId, userId));
  const [rows] = await db.batch([db.select().from(oauthLinks).where(isTheirs)]);
  return rows;
}

/** Tells whether each code of the project is used, oldest first. */
export async function codesOf(p: TestProject): Promise<boolean[]> {
  const [rows] = await db.batch([db.select().from(authorizationCodes).where(eq(authorizationCodes.projectId, p.id))]);
  return rows.map(({ usedAt }) => usedAt !== null);
}

export async function idsOf(p: TestProject): Promise<string[]> {
  const [rows] = await db.batch([db.select().from(users).where(eq(users.projectId, p.id))]);
  return rows.map(({ id }) => id);
}

export function subjectOf(response: TestResponse): string {
  return String(claimsOf(response.body.access_token).sub);
}

/** Asserts which user is signed in, and whether the user is new. */
export function expectSignedIn(response: TestResponse, userId: string, isNewUser: boolean): void {
  expect(response.status).toBe(200);
  expect([subjectOf(response), response.body.is_new_user]).toEqual([userId, isNewUser]);
}

/** The callback's response when a person signs in at the provider. */
export async function callbackFor(
  p: TestProject,
  visitor: Parameters<typeof returnAs>[1],
  query = {},
): Promise<TestResponse> {
  return returnAs(await beginFlow(p, { query }), visitor);
}
