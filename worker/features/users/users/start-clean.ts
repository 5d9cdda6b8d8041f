import { deleteKeysOf } from "../../../db/api-keys/changes";
import { endSessionsOf } from "../../../db/sessions/changes";
import { changeUser, type UserChanges } from "../../../db/users/changes";
import { deleteUnverifiedEmails, endSignInByEmail } from "../../../db/users/contact-channels/changes";
import { deleteLinksOf, followLinks } from "../../../db/users/oauth-links/changes";
import type { User } from "../../../db/users/queries";
import { removeTotpSecret } from "../../../db/users/totp/changes";
import type { Database, Statement } from "../../../platform/database";

/**
 * The statements that take from a user everything that anyone has set up to get in: sessions, password, linked accounts with
 * the providers' tokens, passkeys, second factor, API keys (also those of teams without another member), addresses that
 * were never verified, and sign-in by all others. Codes and half sign-ins end with the version of the credentials, which
 * counts up by one.
 *
 * It comes wherever the owner of an account is known for the first time, with what they sign in by from then on in `changes`:
 * the user who had the account before may have meant to share it. A verified address stays listed, but has to be allowed to sign
 * in again. The batch fails as `areCredentialsChanged` recognises when the credentials are not as they were read, so that of
 * two owners at once one is refused, and otherwise as that of `changeUser` does.
 */
export function startClean(
  db: Database,
  { projectId, id, credentialVersion }: Pick<User, "projectId" | "id" | "credentialVersion">,
  changes: UserChanges,
): [Statement, ...Statement[]] {
  const user = { projectId, userId: id };
  const nothing = {
    primaryEmailAuthEnabled: false,
    passwordHash: null,
    passkeyAuthEnabled: false,
    requiresTotpMfa: false,
  } as const;
  return [
    endSessionsOf(db, user),
    deleteLinksOf(db, user),
    followLinks(db, user),
    ...deleteKeysOf(db, user),
    ...removeTotpSecret(db, user),
    deleteUnverifiedEmails(db, { ...user, except: changes.primaryEmail ?? null }),
    endSignInByEmail(db, user),
    ...changeUser(db, user, { ...nothing, ...changes }, { from: credentialVersion }),
  ];
}
