import { isKnownError } from "../kit/errors/known-error";

/**
 * Whether the person closed the browser's dialog for passkeys, or it found none to offer: browsers keep the two apart
 * from nobody but them (WebAuthn section 14.5), and there is nothing to tell.
 */
export function isChangeOfMind(error: unknown): boolean {
  return reasonOf(error) === "NotAllowedError" || reasonOf(error) === "AbortError";
}

/** Whether the authenticator that was to hold a new passkey holds one of this account already. */
export function isRegisteredAlready(error: unknown): boolean {
  return reasonOf(error) === "InvalidStateError";
}

/** The name of the browser's own error. */
function reasonOf(error: unknown): unknown {
  return isKnownError(error, "PASSKEY_WEBAUTHN_ERROR") ? error.details?.code : undefined;
}
