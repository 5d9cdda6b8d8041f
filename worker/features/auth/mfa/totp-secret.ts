import { and, eq } from "drizzle-orm";
import { totpSecrets } from "../../../db/users/totp/schema";
import type { Database, Statement } from "../../../platform/database";
import { seal, unseal } from "../../../platform/sealing";
import type { ServerSecrets } from "../../../platform/server-secret";

interface OneUser {
  projectId: string;
  userId: string;
}

/** Seals the secret of an authenticator app, in base-64, for one user: it opens for nobody else. */
export function sealTotpSecret(secrets: ServerSecrets, user: OneUser, secretBase64: string): Promise<string> {
  return seal(secrets, purposeOf(user), secretBase64);
}

/** The secret in base-64 that `sealTotpSecret` sealed. */
export function openTotpSecret(secrets: ServerSecrets, user: OneUser, sealedSecret: string): Promise<string> {
  return unseal(secrets, purposeOf(user), sealedSecret);
}

/** Stores a user's sealed secret in place of any before, or takes it away. The user's row says whether there is one. */
export function setTotpSecret(db: Database, user: OneUser, sealedSecret: string | null): Statement {
  if (sealedSecret === null) {
    return db
      .delete(totpSecrets)
      .where(and(eq(totpSecrets.projectId, user.projectId), eq(totpSecrets.userId, user.userId)));
  }
  return db
    .insert(totpSecrets)
    .values({ ...user, sealedSecret, lastUsedStep: null })
    .onConflictDoUpdate({
      target: [totpSecrets.projectId, totpSecrets.userId],
      set: { sealedSecret, lastUsedStep: null },
    });
}

function purposeOf({ projectId, userId }: OneUser): string {
  return `totp-secret/${projectId}/${userId}`;
}
