import type * as z from "zod";
import { type Actor, userActor } from "../../../db/audit/actor";
import { type AuditEvent, recordAudit } from "../../../db/audit/changes";
import type { Project } from "../../../db/projects/project";
import {
  endOthersOfFamilyBeyond,
  endSessionsBeyond,
  insertSession,
  isSessionRefused,
  touchSession,
} from "../../../db/sessions/changes";
import type { OwnSession } from "../../../db/sessions/queries";
import { updateLastActivity } from "../../../db/users/activity";
import { areCredentialsChanged } from "../../../db/users/changes";
import type { User } from "../../../db/users/queries";
import { batchThen, type Statement } from "../../../platform/database";
import { hashSecret, newId, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { endOfNewSession } from "../../access";
import { type SignedInHere, sessionLifetimeMillis } from "./contract";
import { deviceOf, newAccessToken, newDeviceToken, type TokenSubject } from "./tokens";

/** A session as `selectOwnSession` reads it. */
type SourceSession = OwnSession & { id: string };

/** Says how a user signed in, as the audit log names it. */
export type SignInMethod =
  | "anonymous"
  | "password"
  | "code"
  | "passkey"
  | "oauth"
  | "hosted"
  | "totp"
  | "recovery_code"
  | "server";

export interface NewSession {
  isNewUser: boolean;
  method: SignInMethod;
  /** Says who signs the user in, where it is not the user. */
  by?: Actor;
  /** For a session whose id was stored before; default a new one. */
  sessionId?: string;
  expiresInMillis?: number;
  isImpersonation?: boolean;
  /** Is true if the user has just shown a credential of theirs; a server that signs them in shows none. */
  isProven?: boolean;
  /**
   * Is true if `before` makes sure, in place of the version of the credentials, that the user is still who signs in.
   * They have no second factor.
   */
  isOfAnyVersion?: boolean;
  /** The live session of the same user that the new one is part of: it begins and ends with it, and proves as much. */
  from?: SourceSession;
  /** The tokens of a browser that keeps them: it gets one where none is the user's. */
  deviceTokens?: readonly string[] | undefined;
  /** Statements that run before the session's own in the same batch, such as those that make the user. */
  before?: readonly Statement[];
}

/**
 * Limits how many sign-ins of an owner are recorded, because their project has no quota. Each of the first in an hour is
 * recorded, and of the rest those that double their number.
 */
const ownersSampling = { first: 20, windowMillis: 60 * 60_000 };

/** Whatever a project's number of sessions is: two people may act as the same user at once. */
const impersonationsPerUser = 100;

/** A family counts as one session of a project's number, so it has a number of its own. */
const websitesPerFamily = 30;

/**
 * Signs a user in: every way to do so ends here, since nothing else makes refresh tokens. One round trip. Fails when the
 * user's credentials were changed, or the user suspended or deleted, since they were read: the session ended as it began.
 */
export async function issueSession(
  {
    db,
    settings,
    attempts,
    endUserIp,
    endUserAgent,
    sender,
    fail,
  }: Pick<Tools, "db" | "settings" | "attempts" | "endUserIp" | "endUserAgent" | "sender"> &
    Failing<"REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED">,
  project: Pick<Project, "id" | "config">,
  user: TokenSubject & Pick<User, "credentialVersion">,
  {
    isNewUser,
    method,
    by,
    sessionId = newId(),
    expiresInMillis = sessionLifetimeMillis,
    isImpersonation = false,
    isProven = true,
    isOfAnyVersion = false,
    from,
    deviceTokens,
    before = [],
  }: NewSession,
): Promise<z.input<typeof SignedInHere>> {
  const projectId = project.id;
  const refreshToken = newSecret();
  const now = Date.now();
  const rootSessionId = from ? (from.rootSessionId ?? from.id) : null;
  const session = insertSession(db, {
    projectId,
    id: sessionId,
    userId: user.id,
    credentialVersion: isOfAnyVersion ? undefined : user.credentialVersion,
    fromSessionId: from?.id,
    rootSessionId,
    refreshTokenHash: await hashSecret(refreshToken),
    isImpersonation,
    createdAt: from?.createdAt ?? now,
    expiresAt: from?.expiresAt ?? endOfNewSession(project, now, expiresInMillis),
    lastUsedAt: now,
    lastUsedIp: endUserIp,
    lastUsedUserAgent: endUserAgent,
    authenticatedAt: from ? from.authenticatedAt : isProven ? now : null,
  });
  const one = { projectId, userId: user.id };
  const count = isImpersonation ? impersonationsPerUser : project.config.auth.sessions.maxPerUser;
  const signedIn = isNewUser ? "user.signed_up" : "user.signed_in";
  const isSampled = projectId === "internal" && !isImpersonation;
  const counts = isSampled ? await attempts.getByName(`sign-ins/${user.id}`).sample(ownersSampling) : 1;
  const event: AuditEvent = {
    type: isImpersonation ? "user.impersonated" : signedIn,
    target: { type: "user", id: user.id },
    details: { method, ...(counts > 1 && { count: counts }) },
  };
  const after = [
    ...(counts > 0
      ? [recordAudit(db, project, by ? { ...by, sessionId } : userActor(sender, user.id, sessionId), event)]
      : []),
    ...(rootSessionId === null
      ? []
      : [
          touchSession(db, { projectId, sessionId: rootSessionId, now }),
          endOthersOfFamilyBeyond(db, { projectId, rootSessionId, sessionId, count: websitesPerFamily }),
        ]),
    endSessionsBeyond(db, { ...one, rootSessionId: rootSessionId ?? sessionId, isImpersonation, count }),
  ];
  try {
    const place = isImpersonation ? null : endUserIp;
    await batchThen(db, [...before, session, ...after], updateLastActivity(db, { ...one, now, place }));
  } catch (error) {
    if (isSessionRefused(error) || areCredentialsChanged(error)) {
      return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", undefined, { cause: error });
    }
    throw error;
  }
  const device = { projectId, id: user.id, credentialVersion: user.credentialVersion };
  const isNewDevice = deviceTokens && !(await deviceOf({ settings }, device, deviceTokens));
  return {
    access_token: await newAccessToken(settings, { project, sessionId, isImpersonation, user }),
    refresh_token: refreshToken,
    user_id: user.id,
    is_new_user: isNewUser,
    ...(isNewDevice && { device_token: await newDeviceToken({ settings }, device) }),
  };
}
