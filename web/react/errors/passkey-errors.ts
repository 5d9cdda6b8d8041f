import { isKnownError } from "../../kit/errors/known-error";

/**
 * Says whether the user closed the browser's dialog for passkeys, or it had none to offer. Browsers do not let a page tell these
 * apart (WebAuthn section 14.5), so there is nothing to report.
 */
export function isCancelled(error: unknown): boolean {
  return browserErrorName(error) === "NotAllowedError" || browserErrorName(error) === "AbortError";
}

/** Tells whether the authenticator already holds a passkey of this account. */
export function isAlreadyRegistered(error: unknown): boolean {
  return browserErrorName(error) === "InvalidStateError";
}

function browserErrorName(error: unknown): unknown {
  return isKnownError(error, "PASSKEY_WEBAUTHN_ERROR") ? error.details?.code : undefined;
}
