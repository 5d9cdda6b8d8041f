import type * as z from "zod";
import { insertSession } from "../../../db/sessions/changes";
import { updateLastActivity } from "../../../db/users/activity";
import { batchThen, type Statement, violatesForeignKey } from "../../../platform/database";
import { hashSecret, newId, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { fail } from "../../../protocol/fail";
import { type SignedIn, sessionLifetimeMillis } from "./contract";
import { newAccessToken, type TokenSubject } from "./tokens";

export interface NewSession {
  isNewUser: boolean;
  expiresInMillis?: number;
  isImpersonation?: boolean;
  /** Statements that run before the session's own in the same batch, such as those that make the user. */
  before?: readonly Statement[];
}

/**
 * Signs a user in: every way to do so ends here, since nothing else makes refresh tokens. One round trip.
 *
 * @throws REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED when the user was deleted in the meantime: the session ended as it began
 */
export async function issueSession(
  { db, settings, endUserIp }: Pick<Tools, "db" | "settings" | "endUserIp">,
  project: { id: string },
  user: TokenSubject,
  { isNewUser, expiresInMillis = sessionLifetimeMillis, isImpersonation = false, before = [] }: NewSession,
): Promise<z.input<typeof SignedIn>> {
  const projectId = project.id;
  const sessionId = newId();
  const refreshToken = newSecret();
  const now = Date.now();
  const session = insertSession(db, {
    projectId,
    id: sessionId,
    userId: user.id,
    refreshTokenHash: await hashSecret(refreshToken),
    isImpersonation,
    createdAt: now,
    expiresAt: now + expiresInMillis,
    lastUsedAt: now,
    lastUsedIp: endUserIp,
  });
  try {
    await batchThen(db, [...before, session], updateLastActivity(db, { projectId, userId: user.id, now }));
  } catch (error) {
    if (violatesForeignKey(error)) return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", undefined, { cause: error });
    throw error;
  }
  return {
    access_token: await newAccessToken(settings, { projectId, sessionId, user }),
    refresh_token: refreshToken,
    user_id: user.id,
    is_new_user: isNewUser,
  };
}
