import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import * as z from "zod";
import type { Project } from "../../../db/projects/project";
import type { Passkey } from "../../../db/users/passkeys";
import type { User } from "../../../db/users/queries";
import type { Settings } from "../../../platform/env";
import type { Failing } from "../../../protocol/failing";
import { isTrustedOrigin } from "../../projects";
import { defineCodeKind } from "../../verification-codes";

/** Placeholder of the relying party's id: the server does not have the page's host, so the client puts it there. */
export const rpIdPlaceholder = "THIS_VALUE_WILL_BE_REPLACED.example.com";

/** Limits how long a browser waits for its user. */
export const ceremonyMillis = 60_000;
/** The browser's time, and some for the network. */
export const challengeMillis = 65_000;

/** The signature algorithms of passkeys (COSE): EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257];

/** For the challenge of a registration, and the user who requested it. */
export const registrationChallenge = defineCodeKind({
  name: "passkey_registration",
  payload: z.object({ userId: z.string(), challenge: z.string() }),
});

/** For the challenge of a sign-in. */
export const authenticationChallenge = defineCodeKind({
  name: "passkey_authentication",
  payload: z.object({ challenge: z.string() }),
});

/** 32 random bytes: twice what WebAuthn section 13.4.3 requires. */
export function newChallenge(): string {
  return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)));
}

/** The id that an authenticator has for a user: ours, as bytes in base64url. */
export function userHandleOf(userId: string): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(userId));
}

export function requirePasskeyAuthentication(
  { fail }: Failing<"PASSKEY_AUTHENTICATION_NOT_ENABLED">,
  { config }: Pick<Project, "config">,
): void {
  if (!config.auth.passkey.allowSignIn) fail("PASSKEY_AUTHENTICATION_NOT_ENABLED");
}

const ClientData = z.object({ origin: z.string(), crossOrigin: z.boolean().optional() });

/**
 * Returns the origin that a response's client data names (WebAuthn section 5.8.1), and its host. The host is the only relying
 * party id that we accept from there. The result is undefined if the project does not trust the origin, or if it is no origin of
 * a web page. It is also undefined if a page of another origin framed this one, because such a page might trick people into
 * consent.
 */
export function trustedOrigin(settings: Pick<Settings, "webUrl">, project: Project, clientDataJson: string) {
  const { origin, crossOrigin } = readClientData(clientDataJson) ?? {};
  if (origin === undefined || crossOrigin || !isTrustedOrigin(settings, project, origin)) return undefined;
  const url = new URL(origin);
  return url.origin === origin ? { origin, rpId: url.hostname } : undefined;
}

function readClientData(clientDataJson: string) {
  try {
    const text = new TextDecoder().decode(decodeBase64urlIgnorePadding(clientDataJson));
    return ClientData.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns what a browser needs to make a passkey for a user (WebAuthn section 5.4); each request has a challenge of its own. */
export function registrationOptions(
  project: Project,
  user: User,
  registered: readonly Pick<Passkey, "credentialId" | "transports">[],
) {
  // Two people of one name, or two accounts of one person, are told apart by their addresses (WebAuthn, section 5.4.3).
  const name = user.primaryEmail ?? user.displayName ?? "Gatehouse User";
  return {
    rp: { id: rpIdPlaceholder, name: project.displayName },
    user: { id: userHandleOf(user.id), name, displayName: user.displayName ?? name },
    challenge: newChallenge(),
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: ceremonyMillis,
    attestation: "none" as const,
    // An authenticator keeps one passkey per user and site: a second one would leave the first dead in our records.
    excludeCredentials: registered.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: "public-key" as const,
      ...(transports && { transports }),
    })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "preferred" as const,
    },
    extensions: { credProps: true as const },
  };
}
