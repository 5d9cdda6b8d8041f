import { decodeBase64 } from "@oslojs/encoding";
import { verifyHOTP } from "@oslojs/otp";
import type { UserKey } from "../../../db/keys";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import {
  claimTotpStep,
  openTotpSecret,
  replaceTotpSecret,
  resealTotpSecret,
  selectTotpSecret,
} from "../../../db/users/totp";
import { batchByName } from "../../../platform/database";
import { type AttemptRule, clearGuesses, countGuess, orOfDevice } from "../../../platform/rate-limits";
import { UnsealError } from "../../../platform/sealing";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { deviceOf } from "../sessions";
import { totpSecretUnreadable } from "./contract";

/**
 * Counts wrong values for one user over all sign-ins. Each sign-in begins with a right first factor. After 100 wrong values in a
 * row no value is right any more, until an email has proven who the user is. A network where the user has shown a right value
 * before has 100 of its own.
 */
export const totpFailures: AttemptRule = { name: "totp", limit: 10, windowMillis: 10 * 60_000, lockAfter: 100 };

/** So that someone who reads the user's email, and thus has the first factor, gets 100 of a million values a day. */
const minClearIntervalMillis = 24 * 60 * 60_000;

/** Forgets wrong values, after a password reset or a sign-in code: the email proved who the user is. */
export function clearTotpGuesses(
  { limits }: Pick<Tools, "limits">,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  const options = { minIntervalMillis: minClearIntervalMillis };
  return clearGuesses({ limits }, totpFailures, { projectId, subject: userId }, options);
}

/**
 * Uses up the value of a user's authenticator app, and returns the user; undefined when the user or the
 * second factor is gone. A value is accepted once (RFC 6238 section 5.2).
 */
export async function claimTotp(
  tools: Pick<Tools, "db" | "settings" | "limits"> &
    Failing<"INVALID_TOTP_CODE" | typeof totpSecretUnreadable | typeof tooManyRequests>,
  { typed, deviceTokens, ...one }: UserKey & { typed: string; deviceTokens?: readonly string[] | undefined },
): Promise<User | undefined> {
  const { db, settings, fail } = tools;
  const found = await batchByName(db, { user: selectUser(db, one), secret: selectTotpSecret(db, one) });
  const [user] = found.user;
  const [secret] = found.secret;
  if (!user || !secret) return undefined;
  const { sealedSecret } = secret;
  const secretBase64 = await openTotpSecret(settings.serverSecrets, one, sealedSecret).catch((error: unknown) => {
    if (error instanceof UnsealError) return fail(totpSecretUnreadable, undefined, { cause: error });
    throw error;
  });
  const guessedAt = { projectId: one.projectId, subject: one.userId };
  const device = await deviceOf({ settings }, user.user, deviceTokens);
  const guess = await orOfDevice(tools, totpFailures, guessedAt, {
    guess: countGuess(tools, totpFailures, guessedAt),
    device,
  });
  if (guess.isLocked) return fail("INVALID_TOTP_CODE");
  const step = totpSteps(decodeBase64(secretBase64), typed, Date.now()).find(
    (each) => each > (secret.lastUsedStep ?? -1),
  );
  if (step === undefined) return fail("INVALID_TOTP_CODE");
  const resealed = await resealTotpSecret(settings.serverSecrets, one, sealedSecret);
  const [claimed] = await db.batch([
    claimTotpStep(db, { ...one, step }),
    ...(resealed === undefined ? [] : [replaceTotpSecret(db, one, { from: sealedSecret, to: resealed })]),
  ]);
  if (claimed.length === 0) return fail("INVALID_TOTP_CODE");
  await guess.succeed();
  return readUser(user);
}

const stepMillis = 30_000;
const digits = 6;

/** Clocks may differ by one step each way (RFC 6238 section 5.2), which also leaves time to type. */
const drift = 1;

/**
 * The time steps whose value is `typed`, oldest first: one or none, apart from coincidences. Values are those of every
 * authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 seconds.
 *
 * @param now milliseconds since the epoch
 */
export function totpSteps(key: Uint8Array, typed: string, now: number): number[] {
  const current = Math.floor(now / stepMillis);
  const near = Array.from({ length: 2 * drift + 1 }, (_, index) => current - drift + index);
  return near.filter((step) => step >= 0 && verifyHOTP(key, BigInt(step), digits, typed));
}
