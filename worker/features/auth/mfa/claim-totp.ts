import { decodeBase64 } from "@oslojs/encoding";
import { batchByName } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { fail } from "../../../protocol/fail";
import { readUser, selectUser, type User } from "../../users/users";
import { claimTotpStep, selectTotpSecret } from "./queries";
import { totpSteps } from "./totp";
import { openTotpSecret } from "./totp-secret";

/**
 * Uses up the value of a user's authenticator app, and gives the user; undefined when there is nothing to check it
 * against, because the user or the second factor is gone. A value is accepted once (RFC 6238 section 5.2).
 *
 * @throws INVALID_TOTP_CODE
 */
export async function claimTotp(
  { db, settings }: Pick<Tools, "db" | "settings">,
  { typed, ...one }: { projectId: string; userId: string; typed: string },
): Promise<User | undefined> {
  const found = await batchByName(db, { user: selectUser(db, one), secret: selectTotpSecret(db, one) });
  const [user] = found.user;
  const [secret] = found.secret;
  if (!user || !secret) return undefined;
  const key = decodeBase64(await openTotpSecret(settings.serverSecrets, one, secret.sealedSecret));
  const step = totpSteps(key, typed, Date.now()).find((each) => each > (secret.lastUsedStep ?? -1));
  if (step === undefined) return fail("INVALID_TOTP_CODE");
  const [claimed] = await db.batch([claimTotpStep(db, { ...one, step })]);
  if (claimed.length === 0) return fail("INVALID_TOTP_CODE");
  return readUser(user);
}
