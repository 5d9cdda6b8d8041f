import { and, asc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { teamMemberships } from "../../../db/memberships/schema";
import { teams } from "../../../db/teams/schema";
import { contactChannels, oauthLinks, passwords, totpSecrets, users } from "../../../db/users/schema";
import { db, type TestProject } from "../../../testing/project";
import { accessToken } from "../../../testing/tokens";

export const unknownId = "0c9a4f5e-1111-4111-8111-111111111111";
// bcrypt, cost 4, of "correct horse".
export const bcryptHash = "$2b$04$abcdefghijklmnopqrstuuJWJW8lwLrqd0cpS1Nw9pfvYDVS2yxAW";
export const onePixelPng =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

export const google = { "auth.oauth.providers.google": { type: "google", isShared: true, allowSignIn: true } };

export async function create(p: TestProject, body: object = {}) {
  const { status, body: user } = await p.server("POST /users", { body });
  expect(status).toBe(201);
  return user;
}

/** A user of the project, and callers that carry their token. */
export async function signedIn(p: TestProject, body: object = {}) {
  const user = await create(p, body);
  const access_token = await accessToken(p.id, user.id, { isAnonymous: user.is_anonymous });
  return { user, as: p.as({ access_token }) };
}

/** A team with the user in it, stored without the API. */
export async function teamOf(p: TestProject, userId: string, displayName = "Team") {
  const id = crypto.randomUUID();
  const createdAt = Date.now();
  await db.batch([
    db.insert(teams).values({ projectId: p.id, id, displayName, createdAt }),
    db.insert(teamMemberships).values({ projectId: p.id, teamId: id, userId, userOrdinal: 1, createdAt }),
  ]);
  return id;
}

export async function channelsOf(p: TestProject, userId: string) {
  const [rows] = await db.batch([
    db
      .select()
      .from(contactChannels)
      .where(and(eq(contactChannels.projectId, p.id), eq(contactChannels.userId, userId))),
  ]);
  return rows;
}

export async function passwordOf(p: TestProject, userId: string) {
  const [[row]] = await db.batch([
    db
      .select()
      .from(passwords)
      .where(and(eq(passwords.projectId, p.id), eq(passwords.userId, userId))),
  ]);
  return row?.hash;
}

export async function totpOf(p: TestProject, userId: string) {
  const [[row]] = await db.batch([
    db
      .select()
      .from(totpSecrets)
      .where(and(eq(totpSecrets.projectId, p.id), eq(totpSecrets.userId, userId))),
  ]);
  return row;
}

/** Expects that the user's row has the values of its sources. */
export async function expectFlatRowToFollow(p: TestProject, userId: string) {
  const of = (table: typeof contactChannels | typeof oauthLinks | typeof passwords | typeof totpSecrets) =>
    and(eq(table.projectId, p.id), eq(table.userId, userId));
  const [[row], channels, links, password, totp] = await db.batch([
    db
      .select()
      .from(users)
      .where(and(eq(users.projectId, p.id), eq(users.id, userId))),
    db.select().from(contactChannels).where(of(contactChannels)),
    db.select().from(oauthLinks).where(of(oauthLinks)).orderBy(asc(oauthLinks.createdAt), sql`rowid`),
    db.select().from(passwords).where(of(passwords)),
    db.select().from(totpSecrets).where(of(totpSecrets)),
  ]);
  const primary = channels.find((channel) => channel.isPrimary);
  expect(row).toMatchObject({
    primaryEmail: primary?.value ?? null,
    primaryEmailVerified: primary?.isVerified ?? false,
    primaryEmailAuthEnabled: primary?.usedForAuth ?? false,
    hasPassword: password.length === 1,
    requiresTotpMfa: totp.length === 1,
    oauthProviders: links.map((link) => ({ id: link.providerConfigId, account_id: link.accountId, email: link.email })),
  });
  const found = await p.server("GET /users", { query: { query: userId, include_anonymous: "true" } });
  expect(found.body.items.map((item: { id: string }) => item.id)).toEqual([userId]);
  const searched = channels.filter(({ isPrimary, usedForAuth }) => isPrimary || usedForAuth).map(({ value }) => value);
  for (const text of [row?.displayName, ...searched]) {
    if (!text) continue;
    const query = text.length > 3 ? text.slice(1) : text;
    const hits = await p.server("GET /users", { query: { query, include_anonymous: "true" } });
    expect(hits.body.items.map((item: { id: string }) => item.id)).toContain(userId);
  }
}
