import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { oauthLinks } from "../../../db/users/oauth-links/schema";
import { users } from "../../../db/users/schema";
import { readSettings } from "../../../platform/env";
import { beginFlow, redirectUri, returnAs } from "../../../testing/oauth-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import type { TestResponse } from "../../../testing/send-request";
import { claimsOf } from "../../../testing/sign-ins";
import type { ProviderProfile } from "../../oauth-providers";
import type { OuterRequest } from "./outer-request";

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

/** The smallest profile that a provider may send. */
export const named = {
  accountId: "x",
  email: null,
  emailVerified: false,
  displayName: null,
  profileImageUrl: null,
};

/** A flow with the provider's profile, perhaps begun by an anonymous user. */
export async function namedFlow(p: TestProject, profile: ProviderProfile, userId: string | null = null) {
  const [[row]] = await db.batch([selectProject(db, { projectId: p.id })]);
  if (!row) throw new Error("The test's project is missing");
  const request: OuterRequest = {
    providerId: "google",
    type: "authenticate",
    userId,
    userIsAnonymous: userId !== null,
    providerScope: null,
    redirectUri,
    errorRedirectUrl: null,
    afterCallbackUrl: null,
    scope: "legacy",
    outerState: "state",
    codeChallenge: "challenge",
    codeChallengeMethod: "plain",
  };
  const tokens = { accessToken: "access", expiresAt: Date.now() + 60_000, refreshToken: undefined, scopes: ["openid"] };
  return { project: readProject(row, readSettings(env)), request, profile, redirectUri, tokens };
}
