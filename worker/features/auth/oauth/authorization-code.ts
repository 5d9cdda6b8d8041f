import { claimCode, insertCode } from "../../../db/oauth-flows/changes";
import { selectUserOfCode } from "../../../db/oauth-flows/queries";
import type { Condition, Database, Statement } from "../../../platform/database";
import { hashSecret, newSecret } from "../../../platform/secrets";
import { parseUrl } from "../../../protocol/url";
import { codeLifetimeMillis } from "./contract";

/** The sign-in that a code is redeemed for. */
interface Grant extends Omit<Parameters<typeof insertCode>[1], "codeHash" | "expiresAt"> {}

/** A new code, and the statement that stores it. Only its hash is stored. */
export async function newAuthorizationCode(
  db: Database,
  grant: Grant,
): Promise<{ code: string; statement: Statement }> {
  const code = newSecret();
  const expiresAt = Date.now() + codeLifetimeMillis;
  return { code, statement: insertCode(db, { ...grant, codeHash: await hashSecret(code), expiresAt }) };
}

/**
 * The statements that redeem a code: `codeUser` finds its user, `grant` takes it away for one request of many. A verifier
 * that does not fit (RFC 7636 section 4.6), or a `condition` that does not hold, leaves it as it is.
 */
export async function redeemingCode(
  db: Database,
  {
    projectId,
    code,
    codeVerifier,
    condition,
  }: { projectId: string; code: string; codeVerifier: string; condition: Condition | undefined },
) {
  const one = { projectId, codeHash: await hashSecret(code) };
  // What SHA-256 gives in base64url is the challenge of S256 (RFC 7636 section 4.2).
  const challenges = { S256: await hashSecret(codeVerifier), plain: codeVerifier };
  return {
    codeUser: selectUserOfCode(db, one),
    grant: claimCode(db, { ...one, challenges, condition, now: Date.now() }),
  };
}

/** A redirect URI as a code is bound to it: in the normal form of the URL standard, without its fragment. */
export function redirectUriOf(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  url.hash = "";
  return url.href;
}
