import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { Project } from "../../../db/projects/project";
import type { Passkey } from "../../../db/users/passkeys";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { AuthenticationResponse } from "./contract";
import { trustedOrigin, userHandleOf } from "./relying-party";

/**
 * Verifies a sign-in (WebAuthn section 7.2): challenge, origin, relying party, user, user presence and signature. The signature
 * counter has to rise, because one that does not indicates a copied authenticator.
 *
 * @returns the new signature counter, and whether the authenticator has verified its user (by a PIN or biometrics), which makes
 *   it two factors
 */
export async function verifyAuthentication(
  { settings, fail }: Pick<Tools, "settings"> & Failing<"PASSKEY_AUTHENTICATION_FAILED">,
  project: Project,
  passkey: Passkey,
  { id, rawId, type, response }: AuthenticationResponse,
  challenge: string,
): Promise<{ signCount: number; isUserVerified: boolean }> {
  const refuse = (message: string, cause?: unknown): never =>
    fail("PASSKEY_AUTHENTICATION_FAILED", { message }, { cause });
  const page = trustedOrigin(settings, project, response.clientDataJSON);
  if (!page) return refuse("Passkey authentication failed because the origin is not allowed");
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (userHandle && userHandle !== userHandleOf(passkey.userId)) {
    return refuse("Passkey authentication failed because the passkey belongs to another user");
  }
  const verification = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: page.origin,
    // Both hosts must be one: the page's, and the one that the passkey was registered on.
    expectedRPID: page.rpId === passkey.rpId ? page.rpId : [],
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(decodeBase64urlIgnorePadding(passkey.publicKey)),
      counter: passkey.signCount,
    },
    requireUserVerification: false,
  }).catch((cause: unknown) =>
    refuse("Passkey authentication failed because the response of the authenticator is not valid", cause),
  );
  if (!verification.verified) {
    return refuse(
      "The signature of the authentication response could not be verified with the stored public key tied to this credential ID",
    );
  }
  const { newCounter: signCount, userVerified: isUserVerified } = verification.authenticationInfo;
  return { signCount, isUserVerified };
}
