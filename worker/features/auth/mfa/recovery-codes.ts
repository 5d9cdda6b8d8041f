import { recordAudit } from "../../../db/audit/changes";
import type { Project } from "../../../db/projects/project";
import { advanceCredentials, areCredentialsChanged } from "../../../db/users/changes";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import { claimRecoveryCode, deleteRecoveryCodes, insertRecoveryCodes } from "../../../db/users/recovery-codes";
import { batchByName, type Database } from "../../../platform/database";
import { type AttemptRule, countGuess } from "../../../platform/rate-limits";
import { hashSecret, newRecoveryCode } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { readTypedCode } from "../../../protocol/fields";
import type { Caller } from "../../access";
import { credentialsChanged, type recoveryCodeErrors, recoveryCodesNeedTotp, wrongRecoveryCode } from "./contract";

const codesPerUser = 10;

/** Wrong codes for one user. Apart from those of the authenticator app, so that guesses at that do not close this way too. */
const recoveryFailures: AttemptRule = { name: "recovery-code", limit: 10, windowMillis: 10 * 60_000 };

/** Gives a user new codes in place of all before. They replace a credential, so what was begun with the old ones ends. */
export async function replaceRecoveryCodes(
  { db, caller, fail }: { db: Database; caller: Caller } & Failing<(typeof recoveryCodeErrors)[number]>,
  project: Project,
  user: User,
): Promise<string[]> {
  if (!user.requiresTotpMfa) return fail(recoveryCodesNeedTotp);
  const one = { projectId: user.projectId, userId: user.id };
  const codes = Array.from({ length: codesPerUser }, newRecoveryCode);
  const hashes = await Promise.all(codes.map(hashOf));
  try {
    await db.batch([
      // Fails where the second factor was switched off since the user was read.
      advanceCredentials(db, one, { from: user.credentialVersion }),
      deleteRecoveryCodes(db, one),
      insertRecoveryCodes(db, one, hashes),
      recordAudit(db, project, caller.actor, { type: "recovery_codes.created", target: { type: "user", id: user.id } }),
    ]);
  } catch (error) {
    if (areCredentialsChanged(error)) return fail(credentialsChanged, undefined, { cause: error });
    throw error;
  }
  return codes;
}

/** Uses a recovery code of a user up, and returns the user; undefined when the user or the second factor is gone. */
export async function useRecoveryCode(
  tools: Pick<Tools, "db" | "limits"> & Failing<typeof wrongRecoveryCode | typeof tooManyRequests>,
  { typed, ...one }: { projectId: string; userId: string; typed: string },
): Promise<User | undefined> {
  const { db, fail } = tools;
  const guess = await countGuess(tools, recoveryFailures, { projectId: one.projectId, subject: one.userId });
  const codeHash = await hashOf(typed);
  const { found, claimed } = await batchByName(db, {
    found: selectUser(db, one),
    claimed: claimRecoveryCode(db, { ...one, codeHash }),
  });
  const [row] = found;
  if (!row?.user.requiresTotpMfa) return undefined;
  if (claimed.length === 0) return fail(wrongRecoveryCode);
  await guess.succeed();
  return readUser(row);
}

function hashOf(code: string): Promise<string> {
  return hashSecret(readTypedCode(code));
}
