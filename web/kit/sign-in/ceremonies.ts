import type { ResponseOf } from "../requests/endpoints";
import { fromBase64url, toBase64url } from "../session/base64url";

// The ceremonies of Web Authentication (Level 3) with options and credentials in their JSON forms (section 5.1). Browsers
// convert these themselves only since 2025, and not the credentials that password managers put in their place.

type Registration = ResponseOf<"POST /auth/passkey/initiate-passkey-registration">["options_json"];
type Authentication = ResponseOf<"POST /auth/passkey/initiate-passkey-authentication">["options_json"];

/** Says why the browser made or found no passkey. */
export class CeremonyError extends Error {
  /** Names what the browser's error means there; undefined where browsers give it meanings of their own. */
  readonly code: Reason[1];

  /** @param cause its `name` becomes the error's own: that of the DOMException */
  constructor([message, code]: Reason, cause: Error) {
    super(message, { cause });
    this.name = cause.name;
    this.code = code;
  }
}

type Reason = readonly [message: string, code?: `ERROR_${string}`];

let running: AbortController | undefined;

/** Ends the ceremony under way, if there is one: a page has one at a time. */
export function cancelCeremony(): void {
  running?.abort();
}

function newSignal(): AbortSignal {
  cancelCeremony();
  running = new AbortController();
  return running.signal;
}

export function supportsCeremonies(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

/**
 * Lets the browser make a passkey, for the relying party `options.rp.id`: the page's own host.
 * @throws CeremonyError; Error for a reason that the browser does not give
 */
export async function startRegistration(options: Registration) {
  const publicKey = {
    ...options,
    challenge: fromBase64url(options.challenge),
    user: { ...options.user, id: fromBase64url(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(withBytes),
  } as PublicKeyCredentialCreationOptions;
  const credential = await navigator.credentials.create({ publicKey, signal: newSignal() }).catch((error) => {
    throw explained(error, "Registration", options.rp.id, publicKey);
  });
  const { response, ...rest } = jsonOf<AuthenticatorAttestationResponse>(credential, "Registration");
  const optional = <T>(read: () => T) => {
    try {
      return read();
    } catch {
      // Password managers imitate browsers, and not all of it.
      return undefined;
    }
  };
  return {
    ...rest,
    response: {
      attestationObject: encoded(response.attestationObject),
      clientDataJSON: encoded(response.clientDataJSON),
      transports: optional(() => response.getTransports()),
      publicKeyAlgorithm: optional(() => response.getPublicKeyAlgorithm()),
      publicKey: optional(() => encodedIfAny(response.getPublicKey())),
      authenticatorData: optional(() => encoded(response.getAuthenticatorData())),
    },
  };
}

/**
 * Lets the browser's user choose a passkey, or offers them in the autofill of an input with `autocomplete="… webauthn"`.
 * @throws as {@link startRegistration}
 */
export async function startAuthentication(options: Authentication, inAutofill = false) {
  const publicKey = { ...options, challenge: fromBase64url(options.challenge) } as PublicKeyCredentialRequestOptions;
  const request: CredentialRequestOptions = { publicKey, signal: newSignal() };
  if (inAutofill) request.mediation = "conditional";
  const credential = await navigator.credentials.get(request).catch((error) => {
    throw explained(error, "Authentication", options.rpId);
  });
  const { response, ...rest } = jsonOf<AuthenticatorAssertionResponse>(credential, "Authentication");
  return {
    ...rest,
    response: {
      authenticatorData: encoded(response.authenticatorData),
      clientDataJSON: encoded(response.clientDataJSON),
      signature: encoded(response.signature),
      userHandle: encodedIfAny(response.userHandle),
    },
  };
}

function jsonOf<Response extends AuthenticatorResponse>(credential: Credential | null, ceremony: string) {
  if (credential === null) throw new Error(`${ceremony} was not completed`);
  const made = credential as PublicKeyCredential;
  return {
    id: made.id,
    rawId: encoded(made.rawId),
    type: made.type as "public-key",
    response: made.response as Response,
    clientExtensionResults: made.getClientExtensionResults(),
    authenticatorAttachment: made.authenticatorAttachment ?? undefined,
  };
}

function encoded(buffer: ArrayBuffer): string {
  return toBase64url(new Uint8Array(buffer));
}

function encodedIfAny(buffer: ArrayBuffer | null): string | undefined {
  return buffer ? encoded(buffer) : undefined;
}

function withBytes<D extends { readonly id: string }>(descriptor: D) {
  return { ...descriptor, id: fromBase64url(descriptor.id) };
}

/** The error of a ceremony, with what its name means there (WebAuthn sections 5.1.3 and 5.1.4); itself where it has no meaning. */
function explained(
  error: Error,
  ceremony: "Registration" | "Authentication",
  hostname: string,
  creation?: PublicKeyCredentialCreationOptions,
): Error {
  const reason = reasonOf(error, ceremony, hostname, creation);
  return reason === undefined ? error : new CeremonyError(reason, error);
}

function reasonOf(
  { name, message }: Error,
  ceremony: string,
  hostname: string,
  creation: PublicKeyCredentialCreationOptions | undefined,
): Reason | undefined {
  const unmet = (wish: string, kind: string): Reason => [
    `${wish} required but no available authenticator supported it`,
    `ERROR_AUTHENTICATOR_MISSING_${kind}_SUPPORT`,
  ];
  const { authenticatorSelection: wanted, pubKeyCredParams, user } = creation ?? {};
  switch (name) {
    case "AbortError":
      return [`${ceremony} ceremony was sent an abort signal`, "ERROR_CEREMONY_ABORTED"];
    case "NotAllowedError":
      // Browsers give it meanings of their own.
      return [message];
    case "SecurityError":
      return isDomain(hostname)
        ? [`The RP ID "${hostname}" is invalid for this domain`, "ERROR_INVALID_RP_ID"]
        : [`${hostname} is an invalid domain`, "ERROR_INVALID_DOMAIN"];
    case "UnknownError":
      return [
        `The authenticator was unable to process the specified options, or could not create a new ${creation ? "credential" : "assertion signature"}`,
        "ERROR_AUTHENTICATOR_GENERAL_ERROR",
      ];
  }
  if (!creation) return undefined;
  switch (name) {
    case "ConstraintError":
      if (wanted?.requireResidentKey) return unmet("Discoverable credentials were", "DISCOVERABLE_CREDENTIAL");
      return wanted?.userVerification === "required" ? unmet("User verification was", "USER_VERIFICATION") : undefined;
    case "InvalidStateError":
      return ["The authenticator was previously registered", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"];
    case "NotSupportedError":
      return pubKeyCredParams?.some(({ type }) => type === "public-key")
        ? [
            "No available authenticator supported any of the specified pubKeyCredParams algorithms",
            "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG",
          ]
        : ['No entry in pubKeyCredParams was of type "public-key"', "ERROR_MALFORMED_PUBKEYCREDPARAMS"];
    case "TypeError":
      return user?.id.byteLength && user.id.byteLength <= 64
        ? undefined
        : ["User ID was not between 1 and 64 characters", "ERROR_INVALID_USER_ID_LENGTH"];
    default:
      return undefined;
  }
}

/** A domain name with at least two labels, or `localhost`: browsers refuse addresses such as 127.0.0.1. */
function isDomain(hostname: string): boolean {
  return hostname === "localhost" || /\.([a-z]{2,}|xn--[\w-]+)$/i.test(hostname);
}
