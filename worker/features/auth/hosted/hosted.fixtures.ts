import { and, eq } from "drizzle-orm";
import { projects } from "../../../db/projects/schema";
import { sessions } from "../../../db/sessions/schema";
import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Json } from "../../../protocol/fields";
import { db, project, type TestProject, type Tokens } from "../../../testing/project";
import type { TestResponse } from "../../../testing/send-request";
import { claimsOf, exchange, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";

export const shop = "https://shop.example/cart?item=1";
export const blog = "https://blog.example/";

const settings = {
  "domains.allowLocalhost": false,
  "domains.trustedDomains": {
    shop: { baseUrl: "https://shop.example", handlerPath: "/handler" },
    blog: { baseUrl: "https://blog.example", handlerPath: "/handler" },
  },
};

/** A project with two websites. */
export function hostedProject(override: Record<string, Json> = {}): Promise<TestProject> {
  return project({ ...settings, ...override });
}

/** Changes a project's configuration behind the API's back. */
export async function reconfigure({ id }: TestProject, override: Record<string, Json>): Promise<void> {
  const configOverride = JSON.stringify({ ...settings, ...override });
  await db.batch([db.update(projects).set({ configOverride }).where(eq(projects.projectId, id))]);
}

export type HostedSession = Required<Tokens> & { id: string; userId: string };

/** A user with a session on the hosted pages, as from a sign-in there at a time. */
export async function hostedSession(
  p: TestProject,
  {
    userId,
    ...fields
  }: { userId?: string; authenticatedAt?: number | null; createdAt?: number; expiresAt?: number } = {},
): Promise<HostedSession> {
  const id = userId ?? (await bareUser(p.id));
  const session = await signedIn(p, id);
  await changeSession(session.id, { authenticatedAt: Date.now(), ...fields });
  return { ...session, userId: id };
}

export async function changeSession(id: string, fields: Partial<typeof sessions.$inferInsert>): Promise<void> {
  await db.batch([db.update(sessions).set(fields).where(eq(sessions.id, id))]);
}

/** A website's request, and the verifier that it keeps. */
export interface Visit {
  redirectUri: string;
  codeVerifier: string;
  response: TestResponse;
}

/** A website sends the browser to the hosted pages, where the user is signed in. */
export async function visit(
  p: TestProject,
  session: Tokens,
  redirectUri = shop,
  fields: Record<string, unknown> = {},
): Promise<Visit> {
  const codeVerifier = newSecret();
  const body = {
    redirect_uri: redirectUri,
    state: "outer state & more",
    code_challenge: await hashSecret(codeVerifier),
    code_challenge_method: "S256",
    ...fields,
  };
  const response = await p.as(session).client("POST /auth/hosted/authorize", { body });
  return { redirectUri, codeVerifier, response };
}

/** Returns what the website sends to redeem the code that it gets. */
export function redemption(p: TestProject, { redirectUri, codeVerifier, response }: Visit): Record<string, string> {
  return {
    grant_type: "authorization_code",
    code: new URL(response.body.redirect_url).searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    client_id: p.id,
    client_secret: p.keys.client,
  };
}

/** Signs the user of the hosted pages in on a website. */
export async function signInOn(p: TestProject, session: Tokens, redirectUri = shop): Promise<HostedSession> {
  const { body } = await exchange(redemption(p, await visit(p, session, redirectUri)));
  const { refresh_token_id, sub } = claimsOf(body.access_token);
  return { ...body, id: String(refresh_token_id), userId: String(sub) };
}

export async function sessionIdsOf({ id }: TestProject, userId: string): Promise<string[]> {
  const [rows] = await db.batch([
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.projectId, id), eq(sessions.userId, userId))),
  ]);
  return rows.map((row) => row.id);
}
