import { and, eq, sql } from "drizzle-orm";
import { oauthLinks } from "../../../db/users/schema";
import { db, project, type TestProject } from "../../../testing/project";

const provider = (type: string) => ({ type, isShared: true, allowSignIn: true, allowConnectedAccounts: true });

/** A project with two providers. */
export function providerProject(): Promise<TestProject> {
  return project({
    "auth.oauth.providers.google": provider("google"),
    "auth.oauth.providers.github": provider("github"),
  });
}

/** The body of a server's request that links an account without any use. */
export function linkBody(userId: string, fields: object = {}) {
  return {
    user_id: userId,
    provider_config_id: "google",
    account_id: "g-1",
    allow_sign_in: false,
    allow_connected_accounts: false,
    ...fields,
  };
}

export async function link(p: TestProject, userId: string, fields: object = {}) {
  const { body } = await p.server("POST /oauth-providers", { body: linkBody(userId, fields) });
  return body as { id: string; user_id: string };
}

export function paramsOf({ id, user_id }: { id: string; user_id: string }) {
  return { user_id, provider_id: id };
}

/** A user's links as they are stored, oldest first. */
export async function linksOf(p: TestProject, userId: string) {
  const [rows] = await db.batch([
    db
      .select()
      .from(oauthLinks)
      .where(and(eq(oauthLinks.projectId, p.id), eq(oauthLinks.userId, userId)))
      .orderBy(sql`rowid`),
  ]);
  return rows;
}

/** Takes the provider out of the project's configuration. */
export function withoutGoogle(p: TestProject) {
  return p.admin("PATCH /internal/projects/current", { body: { config: { oauth_providers: [] } } });
}
