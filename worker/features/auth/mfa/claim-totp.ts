import { decodeBase64 } from "@oslojs/encoding";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import { claimTotpStep } from "../../../db/users/totp/changes";
import { selectTotpSecret } from "../../../db/users/totp/queries";
import { openTotpSecret } from "../../../db/users/totp/secret";
import { batchByName } from "../../../platform/database";
import { type AttemptRule, takeAttempt } from "../../../platform/rate-limits";
import type { Tools } from "../../../platform/tools";
import { fail } from "../../../protocol/fail";
import { totpSteps } from "./totp";

/** Wrong values for one user, over however many sign-ins: each of them begins with a right password. */
const totpFailures: AttemptRule = { name: "totp", limit: 10, windowMillis: 10 * 60_000 };

/**
 * Uses up the value of a user's authenticator app, and gives the user; undefined when there is nothing to check it
 * against, because the user or the second factor is gone. A value is accepted once (RFC 6238 section 5.2).
 *
 * @throws INVALID_TOTP_CODE, TooManyRequests
 */
export async function claimTotp(
  { db, settings, limits }: Pick<Tools, "db" | "settings" | "limits">,
  { typed, ...one }: { projectId: string; userId: string; typed: string },
): Promise<User | undefined> {
  const found = await batchByName(db, { user: selectUser(db, one), secret: selectTotpSecret(db, one) });
  const [user] = found.user;
  const [secret] = found.secret;
  if (!user || !secret) return undefined;
  const attempt = await takeAttempt({ limits, fail }, totpFailures, { projectId: one.projectId, subject: one.userId });
  const key = decodeBase64(await openTotpSecret(settings.serverSecrets, one, secret.sealedSecret));
  const step = totpSteps(key, typed, Date.now()).find((each) => each > (secret.lastUsedStep ?? -1));
  if (step === undefined) return fail("INVALID_TOTP_CODE");
  const [claimed] = await db.batch([claimTotpStep(db, { ...one, step })]);
  if (claimed.length === 0) return fail("INVALID_TOTP_CODE");
  await attempt.giveBack();
  return readUser(user);
}
