import type { Project } from "../../../db/projects/project";
import { notePasskeyUse, updatePasskeyUse } from "../../../db/users/passkeys/changes";
import { type OnePasskey, selectPasskey, selectPasskeyOwner } from "../../../db/users/passkeys/queries";
import { readUser, type User } from "../../../db/users/queries";
import type { Database } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Found } from "../../../protocol/handler";
import { claimCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import { verifyAuthentication } from "./authentication";
import type { AuthenticationResponse } from "./contract";
import { authenticationChallenge, requirePasskeyAuthentication } from "./relying-party";

type PasskeyError = VerificationCodeError | "PASSKEY_AUTHENTICATION_NOT_ENABLED" | "PASSKEY_AUTHENTICATION_FAILED";

type Deferring = Pick<Tools, "db" | "settings"> & { defer(work: () => Promise<unknown>): void };

/** What `proveByPasskey` needs to have found. */
export function passkeyQueries(db: Database, passkey: OnePasskey) {
  return { passkey: selectPasskey(db, passkey), owner: selectPasskeyOwner(db, passkey) };
}

/**
 * The user whose authenticator has signed a challenge, which is used up with it.
 *
 * @returns also whether the authenticator has verified its user: then no second factor is asked for
 */
export async function proveByPasskey(
  { db, settings, fail, defer }: Deferring & Failing<PasskeyError>,
  project: Project,
  { passkey: [passkey], owner: [owner] }: Found<ReturnType<typeof passkeyQueries>>,
  sent: { authentication_response: AuthenticationResponse; code: string },
): Promise<{ user: User; isUserVerified: boolean }> {
  const { challenge } = await claimCode({ db, fail }, authenticationChallenge, {
    projectId: project.id,
    code: sent.code,
  });
  requirePasskeyAuthentication({ fail }, project);
  if (!passkey || !owner) return fail("PASSKEY_AUTHENTICATION_FAILED", { message: "Passkey not found" });
  const used = await verifyAuthentication(
    { settings, fail },
    project,
    passkey,
    sent.authentication_response,
    challenge,
  );
  const user = readUser(owner);
  // Browsers ask for it where the authenticator can. Who has stolen one and leaves it out has a single factor.
  if (passkey.hasVerifiedUser && !used.isUserVerified && !user.requiresTotpMfa) {
    const message = "Passkey authentication failed because the authenticator has not verified its user";
    return fail("PASSKEY_AUTHENTICATION_FAILED", { message });
  }
  const { projectId, credentialId } = passkey;
  const isFirstVerification = used.isUserVerified && !passkey.hasVerifiedUser;
  if (used.signCount !== passkey.signCount || isFirstVerification) {
    const use = {
      projectId,
      credentialId,
      from: passkey.signCount,
      to: used.signCount,
      hasVerifiedUser: used.isUserVerified,
    };
    const [kept] = await db.batch([updatePasskeyUse(db, use)]);
    if (kept.length === 0) {
      const message = "Passkey authentication failed because the passkey was used elsewhere in this moment";
      return fail("PASSKEY_AUTHENTICATION_FAILED", { message });
    }
  }
  defer(() => db.batch([notePasskeyUse(db, { projectId, credentialId, usedAt: Date.now() })]));
  return { user, isUserVerified: used.isUserVerified };
}
