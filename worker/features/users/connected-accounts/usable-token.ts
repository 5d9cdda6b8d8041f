import { claimRefreshToken, retireAccessToken, settleRefreshToken } from "../../../db/users/provider-tokens/changes";
import type { StoredTokens } from "../../../db/users/provider-tokens/queries";
import { UnsealError } from "../../../platform/sealing";
import type { Tools } from "../../../platform/tools";
import type { Deferring } from "../../../protocol/handler";
import { type OAuthProvider, ProviderError } from "../../oauth-providers";
import { openToken, resealTokens, sealedNow, sealToken } from "./index";

/** Sets how long an access token must last to be returned. */
const minLifeMillis = 5 * 60 * 1000;

/** A renewal sends two requests at most (for the endpoints and for tokens); the third leaves time to store the response. */
const requestsOfRenewal = 3;

/** The outcome: a token that works, none, or that another request is renewing one. */
export type Usable = { token: string } | "none" | "busy";

/**
 * Finds an access token that the provider accepts, among those which have all the scopes; else renews one.
 *
 * @param tokens as stored, the ones to try first at the beginning
 */
export async function findUsableToken(
  tools: Tools & Deferring,
  provider: OAuthProvider,
  tokens: readonly StoredTokens[],
  scopes: readonly string[],
): Promise<Usable> {
  const fitting = tokens.filter((row) => scopes.every((scope) => row.scopes.includes(scope)));
  for (const row of fitting.filter(({ expiresAt }) => expiresAt > Date.now() + minLifeMillis)) {
    const token = await acceptedAccessToken(tools, provider, row);
    if (token !== undefined) return { token };
  }
  let isBusy = false;
  for (const row of fitting) {
    const renewed = await renew(tools, provider, row);
    if (typeof renewed === "object") return renewed;
    if (renewed === "busy") isBusy = true;
  }
  return isBusy ? "busy" : "none";
}

/** The access token, unless the provider refuses it: then it is never returned again. */
async function acceptedAccessToken(
  { db, settings, defer }: Tools & Deferring,
  provider: OAuthProvider,
  row: StoredTokens,
): Promise<string | undefined> {
  const token = await ifSealedHere(openToken(settings.serverSecrets, row.account, "access", row.sealedAccessToken));
  if (token === undefined) return undefined;
  if (await isAccepted(provider, token)) {
    const [statement] = await resealTokens({ db, settings }, row);
    if (statement) defer(() => db.batch([statement]));
    return token;
  }
  await db.batch([retireAccessToken(db, row)]);
  return undefined;
}

/** Tells whether the provider accepts a token. One that cannot be reached is no reason to drop the token. */
async function isAccepted(provider: OAuthProvider, token: string): Promise<boolean> {
  try {
    return await provider.accepts(token);
  } catch (error) {
    if (error instanceof ProviderError) return true;
    throw error;
  }
}

/**
 * Renews an access token. Some providers accept each refresh token once and regard a second use as theft. So a request claims the refresh
 * token before it renews, and for the other requests it is busy.
 */
async function renew(tools: Tools, provider: OAuthProvider, row: StoredTokens): Promise<Usable> {
  const { db, settings } = tools;
  const { account, sealedRefreshToken } = row;
  const secrets = settings.serverSecrets;
  if (sealedRefreshToken === null) return "none";
  const refreshToken = await ifSealedHere(openToken(secrets, account, "refresh", sealedRefreshToken));
  if (refreshToken === undefined) return "none";
  const now = Date.now();
  const until = now + requestsOfRenewal * settings.outboundTimeoutMs;
  const [claimed] = await db.batch([claimRefreshToken(db, row, { now, until })]);
  if (claimed.length === 0) return "busy";
  try {
    // Without scopes the provider renews what it has granted, be that what was requested or less (RFC 6749 section 6).
    const given = await provider.refresh(refreshToken, []);
    const outcome = {
      sealedAccessToken: await sealToken(secrets, account, "access", given.accessToken),
      expiresAt: given.expiresAt,
      sealedRefreshToken:
        given.refreshToken === undefined
          ? await sealedNow(secrets, account, sealedRefreshToken)
          : await sealToken(secrets, account, "refresh", given.refreshToken),
    };
    const [stored] = await db.batch([settleRefreshToken(db, row, outcome)]);
    // Replaced by a new consent, or unlinked: what is stored now decides.
    return stored.length > 0 ? { token: given.accessToken } : "busy";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Only a refresh token that the provider refuses is useless; after any other failure the next attempt may succeed.
    const outcome = error.kind === "invalid_grant" ? { sealedRefreshToken: null } : {};
    await db.batch([settleRefreshToken(db, row, outcome)]);
    return "none";
  }
}

/** Returns what was sealed, or undefined when it was sealed for another row or under a secret that is no longer configured. */
async function ifSealedHere(opening: Promise<string>): Promise<string | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}
