import { insertCode, spendCode } from "../../../db/oauth-flows/changes";
import type { AuthorizationCodeRow, PresentedCode } from "../../../db/oauth-flows/queries";
import type { Database, Statement } from "../../../platform/database";
import { seal, UnsealError, unseal } from "../../../platform/sealing";
import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { parseUrl } from "../../../protocol/url";
import type { ProviderProfile } from "../../oauth-providers";
import type { ProviderTokens } from "../../users/connected-accounts";
import { codeLifetimeMillis, usedCodeKeptMillis } from "./contract";

/** Holds what the provider returned: who signed in, and what the project may request of the provider's API. */
export interface ProviderGrant {
  profile: ProviderProfile;
  tokens: ProviderTokens;
}

type Decision = Omit<
  Parameters<typeof insertCode>[1],
  "codeHash" | "accountId" | "email" | "sealedGrant" | "usedAt" | "issuedSessionId" | "expiresAt"
>;

/** A new code, and the statement that stores it with what it stands for. Only its hash is stored. */
export async function newAuthorizationCode(
  { db, settings }: Pick<Tools, "db" | "settings">,
  decision: Decision,
  grant: ProviderGrant,
): Promise<{ code: string; statement: Statement }> {
  const code = newSecret();
  const one = { projectId: decision.projectId, codeHash: await hashSecret(code) };
  const { accountId, email } = grant.profile;
  const statement = insertCode(db, {
    ...decision,
    ...one,
    accountId,
    email,
    sealedGrant: await seal(settings.serverSecrets, purposeOf(one), JSON.stringify(grant)),
    expiresAt: Date.now() + codeLifetimeMillis,
  });
  return { code, statement };
}

/** A code as a client presents it. What SHA-256 gives in base64url is the challenge of S256 (RFC 7636 section 4.2). */
export async function presentedCode({
  projectId,
  code,
  codeVerifier,
  condition,
}: Pick<PresentedCode, "projectId" | "condition"> & { code: string; codeVerifier: string }): Promise<PresentedCode> {
  return { projectId, codeHash: await hashSecret(code), codeChallenge: await hashSecret(codeVerifier), condition };
}

/** Returns what a code stands for, unless it is used, or sealed under a root secret that is gone. */
export async function openGrant(
  { settings }: Pick<Tools, "settings">,
  code: AuthorizationCodeRow,
): Promise<ProviderGrant | undefined> {
  if (code.sealedGrant === null) return undefined;
  try {
    return JSON.parse(await unseal(settings.serverSecrets, purposeOf(code), code.sealedGrant));
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/** The statement that uses a code up, in favour of a session if there is one. */
export function spendingCode(
  db: Database,
  { projectId, codeHash }: AuthorizationCodeRow,
  { sessionId, user }: Pick<Parameters<typeof spendCode>[1], "sessionId" | "user">,
): Statement {
  const now = Date.now();
  return spendCode(db, { projectId, codeHash, sessionId, user, now, keptUntil: now + usedCodeKeptMillis });
}

/** A redirect URI as a code is bound to it: in the normal form of the URL standard, without its fragment. */
export function redirectUriOf(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  url.hash = "";
  return url.href;
}

function purposeOf({ projectId, codeHash }: { projectId: string; codeHash: string }): string {
  return `oauth-code/${projectId}/${codeHash}`;
}
