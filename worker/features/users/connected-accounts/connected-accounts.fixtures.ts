import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { providerTokens } from "../../../db/users/schema";
import type { Statement } from "../../../platform/database";
import { readSettings } from "../../../platform/env";
import { signInAtIssuer } from "../../../testing/identity-provider";
import { freshAddress } from "../../../testing/mailbox";
import { db, project, type TestProject } from "../../../testing/project";
import { accessToken } from "../../../testing/tokens";
import { openProvider } from "../../oauth-providers";
import { storeProviderTokens } from ".";
import type { ProviderTokens } from "./index";

export const settings = readSettings(env);
export const hour = 60 * 60 * 1000;

/** The account that the local issuer for shared providers returns at every sign-in. */
export const baseScopes = ["openid", "email", "profile", "offline_access"];

const google = { type: "google", isShared: true, allowSignIn: true, allowConnectedAccounts: true };

/** A project in which accounts at one provider can be connected. */
export function connectingProject(config: Partial<typeof google> = {}): Promise<TestProject> {
  return project({ "auth.oauth.providers.google": { ...google, ...config } });
}

/** A user with a linked account at the provider, and callers that carry their token. */
export async function linkedUser(p: TestProject, permissions: object = {}) {
  const accountId = crypto.randomUUID();
  const user = await p.server("POST /users", { body: {} });
  const userId: string = user.body.id;
  const link = await p.server("POST /oauth-providers", {
    body: {
      user_id: userId,
      provider_config_id: "google",
      account_id: accountId,
      allow_sign_in: true,
      allow_connected_accounts: true,
      ...permissions,
    },
  });
  const account = { projectId: p.id, userId, providerConfigId: "google", accountId };
  const as = p.as({ access_token: await accessToken(p.id, userId) });
  return { userId, linkId: link.body.id as string, account, as };
}

export type LinkedUser = Awaited<ReturnType<typeof linkedUser>>;

/** Stores tokens that no provider has given. */
export async function store({ account }: Pick<LinkedUser, "account">, tokens: Partial<ProviderTokens> = {}) {
  const madeUp = { accessToken: "at", expiresAt: Date.now() + hour, refreshToken: undefined, scopes: baseScopes };
  const statements = await storeProviderTokens({ db, settings }, account, { ...madeUp, ...tokens });
  await db.batch(statements as [Statement, ...Statement[]]);
}

/** Tokens of a user who signs in at the identity provider. */
export async function givenTokens(p: TestProject): Promise<ProviderTokens> {
  const provider = await providerOf(p);
  const flow = { state: crypto.randomUUID(), codeVerifier: "v".repeat(43), nonce: crypto.randomUUID() };
  const url = await provider.authorizationUrl({ ...flow, scopes: provider.scopes() });
  const callback = await signInAtIssuer(url, { email: freshAddress() });
  const { tokens } = await provider.finish(callback.searchParams, flow);
  return { ...tokens, scopes: provider.scopes() };
}

/** A user who has connected an account, with the tokens that the identity provider gave for it. */
export async function connectedUser(p: TestProject) {
  const user = await linkedUser(p);
  const given = await givenTokens(p);
  await store(user, given);
  return { ...user, given };
}

/** The provider as the project has it. */
export async function providerOf(p: TestProject) {
  const [[row]] = await db.batch([selectProject(db, { projectId: p.id })]);
  const provider = row && (await openProvider(settings, readProject(row, { settings }), "google"));
  if (!provider) throw new Error("The test's provider is missing");
  return provider;
}

/** All tokens of a project as they are stored, oldest first. */
export async function storedTokens(p: TestProject) {
  const [rows] = await db.batch([
    db.select().from(providerTokens).where(eq(providerTokens.projectId, p.id)).orderBy(sql`rowid`),
  ]);
  return rows;
}

/** Changes all tokens of a project without the API. */
export async function changeTokens(p: TestProject, set: Partial<typeof providerTokens.$inferInsert>) {
  await db.batch([db.update(providerTokens).set(set).where(eq(providerTokens.projectId, p.id))]);
}
