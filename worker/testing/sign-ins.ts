import { and, eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { expect, it } from "vitest";
import { sessions } from "../db/sessions/schema";
import { db, type TestProject, type Tokens } from "./project";
import { expectError } from "./refusals";
import { sendRequest, type TestResponse } from "./send-request";
import { d1 } from "./shards";

/** A session that the server makes for a user: its tokens, and its id from the access token. */
export async function signedIn(p: TestProject, userId: string, fields: Record<string, unknown> = {}) {
  const { body } = await p.server("POST /auth/sessions", { body: { user_id: userId, ...fields } });
  const tokens: Required<Tokens> = body;
  return { ...tokens, id: String(claimsOf(tokens.access_token).refresh_token_id) };
}

/** The claims of an access token, unverified. */
export function claimsOf(accessToken: string): Record<string, unknown> {
  return decodeJwt(accessToken);
}

/** Returns what a client sends to refresh a session. */
export function refreshForm(p: TestProject, refreshToken: string, fields: Record<string, string> = {}) {
  return {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: p.id,
    client_secret: p.keys.client,
    ...fields,
  };
}

/** Sends a request to the token endpoint, which takes no `x-stack-` headers. */
export function exchange(body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return sendRequest("POST /auth/oauth/token", { body, headers });
}

export function expectRefreshed(response: TestResponse, userId: string): void {
  expect(response.status).toBe(200);
  expect(claimsOf(response.body.access_token).sub).toBe(userId);
}

/** Tells whether a refresh token still works. */
export async function isAlive(p: TestProject, tokens: { refresh_token: string }): Promise<boolean> {
  return (await exchange(refreshForm(p, tokens.refresh_token))).status === 200;
}

export async function sessionRow(p: TestProject, sessionId: string) {
  const isIt = and(eq(sessions.projectId, p.id), eq(sessions.id, sessionId));
  const [[row]] = await db.batch([db.select().from(sessions).where(isIt)]);
  return row;
}

/**
 * A user who is deleted between the query of a sign-in and its session. Every way to sign in shares it.
 *
 * @param arrange gives the sign-in that is to be sent, and its project
 */
export function deletedWhileSigningIn(
  arrange: () => Promise<{ projectId: string; send: () => Promise<TestResponse> }>,
): void {
  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED when the user is deleted while signing in, not a failure", async () => {
    const { projectId, send } = await arrange();
    const response = await deletingUsersBefore("sessions", projectId, send);
    expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });
}

/** The response to a request while the database itself deletes each user of a project before it inserts a row of theirs. */
export async function deletingUsersBefore(
  table: "sessions" | "passkeys",
  projectId: string,
  send: () => Promise<TestResponse>,
): Promise<TestResponse> {
  const trigger = `deletes_before_${projectId.replaceAll("-", "")}`;
  await d1
    .prepare(
      `create trigger ${trigger} before insert on ${table} when new.project_id = '${projectId}'
     begin delete from users where project_id = new.project_id and id = new.user_id; end`,
    )
    .run();
  const response = await send();
  await d1.prepare(`drop trigger ${trigger}`).run();
  return response;
}
