import type { OwnAccount } from "../../../db/users/oauth-links";
import { deleteSuperseded, insertTokens, replaceTokens } from "../../../db/users/provider-tokens/changes";
import type { StoredTokens } from "../../../db/users/provider-tokens/queries";
import type { Statement } from "../../../platform/database";
import { reseal, seal, unseal } from "../../../platform/sealing";
import type { ServerSecrets } from "../../../platform/server-secret";
import type { Tools } from "../../../platform/tools";

/** Tokens as a provider gives them for one consent. */
export interface ProviderTokens {
  accessToken: string;
  /** Is the time at which the access token ends, in milliseconds. */
  expiresAt: number;
  refreshToken: string | undefined;
  /** The requested scopes. */
  scopes: readonly string[];
}

/**
 * The statements that store what a provider gave for a user's account, in place of what it makes useless. They come after
 * those that link the account, in the same batch; without a link they store nothing.
 */
export async function storeProviderTokens(
  { db, settings }: Pick<Tools, "db" | "settings">,
  account: OwnAccount,
  { accessToken, expiresAt, refreshToken, scopes }: ProviderTokens,
): Promise<Statement[]> {
  const secrets = settings.serverSecrets;
  const sealed = {
    scopes,
    expiresAt,
    sealedAccessToken: await sealToken(secrets, account, "access", accessToken),
    sealedRefreshToken: refreshToken === undefined ? null : await sealToken(secrets, account, "refresh", refreshToken),
  };
  return [deleteSuperseded(db, account, sealed), insertTokens(db, account, sealed)];
}

type TokenKind = "access" | "refresh";

/** Seals a token for one user's account: in the row of another user, account or project it does not open. */
export function sealToken(secrets: ServerSecrets, account: OwnAccount, kind: TokenKind, token: string) {
  return seal(secrets, purposeOf(account, kind), token);
}

/** The token that `sealToken` sealed. */
export function openToken(secrets: ServerSecrets, account: OwnAccount, kind: TokenKind, sealedToken: string) {
  return unseal(secrets, purposeOf(account, kind), sealedToken);
}

/** The refresh token of a row as it is to be stored with an access token that is sealed now. */
export async function sealedNow(secrets: ServerSecrets, account: OwnAccount, sealedRefreshToken: string) {
  return (await reseal(secrets, purposeOf(account, "refresh"), sealedRefreshToken)) ?? sealedRefreshToken;
}

/** The statement that stores a row's tokens sealed anew, where a rotation of the root secret requires it. */
export async function resealTokens(
  { db, settings }: Pick<Tools, "db" | "settings">,
  row: Pick<StoredTokens, "projectId" | "id" | "account" | "sealedAccessToken" | "sealedRefreshToken">,
): Promise<Statement[]> {
  const { account, sealedAccessToken, sealedRefreshToken } = row;
  const secrets = settings.serverSecrets;
  const resealed = await reseal(secrets, purposeOf(account, "access"), sealedAccessToken);
  if (resealed === undefined) return [];
  const refresh = sealedRefreshToken && (await sealedNow(secrets, account, sealedRefreshToken));
  return [replaceTokens(db, row, { sealedAccessToken: resealed, sealedRefreshToken: refresh })];
}

/** The account id, which may hold anything, comes last, so that no two accounts share a purpose. */
function purposeOf({ projectId, userId, providerConfigId, accountId }: OwnAccount, kind: TokenKind): string {
  return `provider-${kind}-token/${projectId}/${userId}/${providerConfigId}/${accountId}`;
}
