import { reseal, seal, unseal } from "../../../platform/sealing";
import type { ServerSecrets } from "../../../platform/server-secret";
import type { UserKey } from "../../keys";

/** Seals the secret of an authenticator app, in base-64, for one user: it opens for no other. */
export function sealTotpSecret(secrets: ServerSecrets, user: UserKey, secretBase64: string): Promise<string> {
  return seal(secrets, purposeOf(user), secretBase64);
}

/** The secret in base-64 that `sealTotpSecret` sealed. */
export function openTotpSecret(secrets: ServerSecrets, user: UserKey, sealedSecret: string): Promise<string> {
  return unseal(secrets, purposeOf(user), sealedSecret);
}

/** Returns what to store in place of a sealed secret after a rotation of the root secret; undefined where it may stay. */
export function resealTotpSecret(secrets: ServerSecrets, user: UserKey, sealedSecret: string) {
  return reseal(secrets, purposeOf(user), sealedSecret);
}

function purposeOf({ projectId, userId }: UserKey): string {
  return `totp-secret/${projectId}/${userId}`;
}
