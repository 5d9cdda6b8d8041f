import type { Result } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { ConnectionError } from "../../kit/requests/retries";

/** For a button whose failure is shown elsewhere on the page: keeps it busy until `work` settles, and never rejects. */
export async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}

/** The data of a result. Its error is thrown, because a mutation fails by rejecting. */
export async function dataOrThrow<T>(outcome: Promise<Result<T>>): Promise<T> {
  const result = await outcome;
  if (result.status === "error") throw result.error;
  return result.data;
}

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

/**
 * Prints what an error boundary has caught, for the root of a page. A refused or failed request is left out: the page says what
 * it means, and the browser prints the request itself.
 */
export function printCaughtError(error: unknown): void {
  if (isKnownError(error) || error instanceof RequestError || error instanceof ConnectionError) return;
  console.error(error);
}
