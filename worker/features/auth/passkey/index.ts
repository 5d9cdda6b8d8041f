import type { Project } from "../../../db/projects/project";
import {
  isPasskeyUsedElsewhere,
  notePasskeyUse,
  type OnePasskey,
  selectPasskey,
  selectPasskeyOwner,
  updatePasskeyUse,
} from "../../../db/users/passkeys";
import { readUser, type User } from "../../../db/users/queries";
import type { Database, Statement } from "../../../platform/database";
import { lazyModule } from "../../../platform/lazy-module";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Found } from "../../../protocol/handler";
import { claimCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import type { AuthenticationResponse } from "./contract";
import { authenticationChallenge, requirePasskeyAuthentication } from "./relying-party";

type PasskeyError = VerificationCodeError | "PASSKEY_AUTHENTICATION_NOT_ENABLED" | "PASSKEY_AUTHENTICATION_FAILED";

type Deferring = Pick<Tools, "db" | "settings"> & { defer(work: () => Promise<unknown>): void };

/** Selects what `proveByPasskey` needs to have found. */
export function passkeyQueries(db: Database, passkey: OnePasskey) {
  return { passkey: selectPasskey(db, passkey), owner: selectPasskeyOwner(db, passkey) };
}

/** A user whose authenticator has signed a challenge. */
export interface PasskeyProof {
  user: User;
  /** Is true if the authenticator has verified its user: then no second factor is asked for. */
  isUserVerified: boolean;
  /** Holds what the authenticator showed, to be kept before the proof counts: with `whileUnused`. */
  use: Statement[];
}

const verification = lazyModule(() => import("./verify-authentication"));

/** The proof of a user whose authenticator has signed a challenge, which is used up with it. */
export async function proveByPasskey(
  { db, settings, fail, defer }: Deferring & Failing<PasskeyError>,
  project: Project,
  { passkey: [passkey], owner: [owner] }: Found<ReturnType<typeof passkeyQueries>>,
  sent: { authentication_response: AuthenticationResponse; code: string },
): Promise<PasskeyProof> {
  const { challenge } = await claimCode({ db, fail }, authenticationChallenge, {
    projectId: project.id,
    code: sent.code,
  });
  requirePasskeyAuthentication({ fail }, project);
  if (!passkey || !owner) return fail("PASSKEY_AUTHENTICATION_FAILED", { message: "Passkey not found" });
  const { verifyAuthentication } = await verification();
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
  const isNews = used.signCount !== passkey.signCount || isFirstVerification;
  const change = { from: passkey.signCount, to: used.signCount, hasVerifiedUser: used.isUserVerified };
  defer(() => db.batch([notePasskeyUse(db, { projectId, credentialId, usedAt: Date.now() })]));
  return {
    user,
    isUserVerified: used.isUserVerified,
    use: isNews ? [updatePasskeyUse(db, { projectId, credentialId, ...change })] : [],
  };
}

/** Keeps what the authenticator showed in a round trip of its own, for a sign-in that ends here or goes on elsewhere. */
export async function keepUse(
  { db, fail }: Pick<Tools, "db"> & Failing<"PASSKEY_AUTHENTICATION_FAILED">,
  { use: [first, ...rest] }: PasskeyProof,
): Promise<void> {
  if (first) await whileUnused({ fail }, () => db.batch([first, ...rest]));
}

/** Refuses the sign-in when its batch, which keeps what the authenticator showed, fails for another one with the same passkey. */
export async function whileUnused<T>(
  { fail }: Failing<"PASSKEY_AUTHENTICATION_FAILED">,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isPasskeyUsedElsewhere(error)) throw error;
    const message = "Passkey authentication failed because the passkey was used elsewhere in this moment";
    return fail("PASSKEY_AUTHENTICATION_FAILED", { message }, { cause: error });
  }
}
