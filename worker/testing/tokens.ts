import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { users } from "../db/users/schema";
import { audienceOf, issuerOf } from "../features/access";
import { readSettings } from "../platform/env";
import { newId } from "../platform/secrets";
import { signAccessToken } from "../platform/signing-keys";
import { db } from "./project";
import { d1 } from "./shards";

type UserFields = Partial<typeof users.$inferInsert>;

/** Inserts a bare user without the API, for tests of something else. */
export async function bareUser(projectId: string, fields: UserFields = {}): Promise<string> {
  const id = newId();
  await db.batch([insertBareUser(projectId, { id, ...fields })]);
  return id;
}

export function insertBareUser(projectId: string, fields: UserFields & { id: string }) {
  const ordinal = sql`(select coalesce(max(ordinal), 0) + 1 from users)` as never;
  const now = Date.now();
  return db.insert(users).values({ projectId, ordinal, signedUpAt: now, lastActiveAt: now, ...fields });
}

/**
 * An access token as the product signs it, with a living session of the user if there is such a user; `claims` and
 * `options` change it for tests of what is refused.
 */
export async function accessToken(
  projectId: string,
  userId: string,
  {
    isAnonymous = false,
    claims = {},
    ageSeconds = 0,
  }: {
    isAnonymous?: boolean;
    claims?: { refresh_token_id?: string; [name: string]: unknown };
    ageSeconds?: number;
  } = {},
): Promise<string> {
  const settings = readSettings(env);
  const audience = audienceOf(projectId, isAnonymous);
  const sessionId = newId();
  if (!claims.refresh_token_id) await insertSession(projectId, userId, sessionId);
  return signAccessToken(
    settings.serverSecrets,
    audience,
    {
      sub: userId,
      project_id: projectId,
      branch_id: "main",
      refresh_token_id: sessionId,
      role: "authenticated",
      name: null,
      email: null,
      email_verified: false,
      selected_team_id: null,
      is_anonymous: isAnonymous,
      ...claims,
    },
    { issuer: issuerOf(settings, audience), lifetimeSeconds: 600, nowMillis: Date.now() - ageSeconds * 1000 },
  );
}

/** Leaves out a user who does not exist, whose tokens tests send too. */
async function insertSession(projectId: string, userId: string, id: string): Promise<void> {
  const now = Date.now();
  await d1
    .prepare(
      `insert into sessions (project_id, id, user_id, refresh_token_hash, created_at, expires_at, last_used_at, authenticated_at)
     select project_id, ?, id, ?, ?, ?, ?, ? from users where project_id = ? and id = ?`,
    )
    .bind(id, id, now, now + 60 * 60 * 1000, now, now, projectId, userId)
    .run();
}
