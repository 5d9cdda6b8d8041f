import { decodeBase64 } from "@oslojs/encoding";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import { claimTotpStep, replaceTotpSecret } from "../../../db/users/totp/changes";
import { selectTotpSecret } from "../../../db/users/totp/queries";
import { openTotpSecret, resealTotpSecret } from "../../../db/users/totp/secret";
import { batchByName } from "../../../platform/database";
import { type AttemptRule, takeAttempt } from "../../../platform/rate-limits";
import { UnsealError } from "../../../platform/sealing";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { totpSecretUnreadable } from "./contract";
import { totpSteps } from "./totp";

/** Wrong values for one user over all sign-ins, each of which begins with a right password. */
const totpFailures: AttemptRule = { name: "totp", limit: 10, windowMillis: 10 * 60_000 };

/**
 * Uses up the value of a user's authenticator app, and returns the user; undefined when the user or the
 * second factor is gone. A value is accepted once (RFC 6238 section 5.2).
 */
export async function claimTotp(
  tools: Pick<Tools, "db" | "settings" | "limits"> &
    Failing<"INVALID_TOTP_CODE" | typeof totpSecretUnreadable | typeof tooManyRequests>,
  { typed, ...one }: { projectId: string; userId: string; typed: string },
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
  const attempt = await takeAttempt(tools, totpFailures, { projectId: one.projectId, subject: one.userId });
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
  await attempt.giveBack();
  return readUser(user);
}
