import type { Connection } from "../connection/connection";
import { Fault } from "../errors/fault";
import { isKnownError, KnownError } from "../errors/known-error";
import type { Host } from "../host/host";
import type { Caller } from "../requests/caller";
import {
  CeremonyError,
  cancelCeremony,
  startAuthentication,
  startRegistration,
  supportsCeremonies,
} from "./ceremonies";
import { signIn } from "./sign-in";
import { tellingOrigin } from "./untrusted-origin";

// Loaded when a passkey is used: most pages never do.

/** The server writes this where the page's host belongs. */
const rpIdPlaceholder = "THIS_VALUE_WILL_BE_REPLACED.example.com";

/** The code of a failure that has no other: that of the ceremony. */
type Failure = "PASSKEY_REGISTRATION_FAILED" | "PASSKEY_AUTHENTICATION_FAILED";

/**
 * Lets the browser make a passkey for the caller's user, and registers it.
 *
 * @throws PASSKEY_REGISTRATION_FAILED; PASSKEY_WEBAUTHN_ERROR with the browser's reason; Fault outside a browser
 */
export async function registerPasskey(caller: Caller, host: Host): Promise<void> {
  const failure = "PASSKEY_REGISTRATION_FAILED";
  const hostname = hostnameOf(host);
  const { options_json: options, code } = await caller
    .write("POST /auth/passkey/initiate-passkey-registration", { body: {} })
    .catch(failWith(failure, "Failed to get initiation options for passkey registration"));
  requirePlaceholder(options.rp.id);
  requireWebAuthn(failure);
  const credential = await startRegistration({ ...options, rp: { ...options.rp, id: hostname } }).catch(
    failWith(failure, "Failed to start passkey registration due to unknown error"),
  );
  await caller.write("POST /auth/passkey/register", { body: { credential, code } });
}

/**
 * Lets the browser's user choose a passkey, and signs in with it.
 *
 * @throws PASSKEY_AUTHENTICATION_FAILED; PASSKEY_WEBAUTHN_ERROR with the browser's reason; Fault outside a browser
 */
export async function signInWithPasskey(connection: Connection): Promise<void> {
  await withChosenPasskey(connection.caller("client"), connection.host, "Failed to sign in with passkey", (body) =>
    signInBy(connection, body),
  );
}

async function signInBy(connection: Connection, body: Signed): Promise<unknown> {
  const signedIn = signIn(connection, (caller) => caller.write("POST /auth/passkey/sign-in", { body }));
  return await tellingOrigin(connection, signedIn);
}

/** Milliseconds after which the autofill gets another challenge: the server takes one for 65 seconds. */
const renewalMillis = 50_000;

/**
 * Lets the browser offer passkeys in the autofill of an input with `autocomplete="… webauthn"` (WebAuthn section 5.1.4,
 * conditional mediation). Needs a browser that has it.
 *
 * @returns what signs in with the chosen passkey; null when `signal` aborts, another ceremony starts, or none can be offered
 */
export async function choosePasskeyByAutofill(
  connection: Connection,
  signal: AbortSignal,
): Promise<(() => Promise<void>) | null> {
  const { host } = connection;
  while (!signal.aborted) {
    const { options, code } = await authenticationOptions(connection.caller("client"), host);
    if (signal.aborted) return null;
    const choice = await offerInAutofill(options, host, signal);
    if (choice === null) return null;
    if (choice === "renew") continue;
    const body = { authentication_response: choice, code };
    return async () => {
      await signInBy(connection, body).catch(
        failWith("PASSKEY_AUTHENTICATION_FAILED", "Failed to sign in with passkey"),
      );
    };
  }
  return null;
}

async function offerInAutofill(
  options: AuthenticationOptions,
  host: Host,
  signal: AbortSignal,
): Promise<Signed["authentication_response"] | "renew" | null> {
  let isDue = false;
  const stop = host.every(renewalMillis, () => {
    isDue = true;
    cancelCeremony();
  });
  signal.addEventListener("abort", cancelCeremony);
  try {
    return await startAuthentication(options, true);
  } catch {
    return isDue ? "renew" : null;
  } finally {
    // From here on it could only cancel another ceremony.
    stop();
    signal.removeEventListener("abort", cancelCeremony);
  }
}

/** Lets the browser's user choose a passkey, and shows by it who they are. @throws as `signInWithPasskey` */
export async function reauthenticateWithPasskey(caller: Caller, host: Host, totp: string | undefined): Promise<void> {
  await withChosenPasskey(caller, host, "Failed to confirm who you are with passkey", (signed) =>
    caller.write("POST /auth/sessions/current/reauthenticate", { body: { ...signed, ...(totp && { totp }) } }),
  );
}

type AuthenticationOptions = Parameters<typeof startAuthentication>[0];
type Signed = { authentication_response: Awaited<ReturnType<typeof startAuthentication>>; code: string };

async function withChosenPasskey(
  caller: Caller,
  host: Host,
  message: string,
  send: (signed: Signed) => Promise<unknown>,
): Promise<void> {
  const { options, code } = await authenticationOptions(caller, host);
  await startAuthentication(options)
    .then((authentication_response) => send({ authentication_response, code }))
    .catch(failWith("PASSKEY_AUTHENTICATION_FAILED", message));
}

/** Returns what the browser needs for a ceremony, and the code that names its challenge to the server. */
async function authenticationOptions(
  caller: Caller,
  host: Host,
): Promise<{ options: AuthenticationOptions; code: string }> {
  const failure = "PASSKEY_AUTHENTICATION_FAILED";
  const hostname = hostnameOf(host);
  const { options_json: options, code } = await caller
    .write("POST /auth/passkey/initiate-passkey-authentication", { body: {} })
    .catch(failWith(failure, "Failed to get initiation options for passkey authentication"));
  requirePlaceholder(options.rpId);
  requireWebAuthn(failure);
  return { options: { ...options, rpId: hostname }, code };
}

function hostnameOf(host: Host): string {
  const page = host.page();
  if (page === null) {
    throw new Fault("hostname must be provided if the Gatehouse app does not have a redirect method");
  }
  return new URL(page.location.href).hostname;
}

/** Another id may come from an attacker between the server and us, who wants a signature for it. */
function requirePlaceholder(rpId: string | undefined): void {
  if (rpId === rpIdPlaceholder) return;
  throw new Fault(`Expected returned RP ID from server to equal sentinel, but found ${rpId}`);
}

function requireWebAuthn(failure: Failure): void {
  if (!supportsCeremonies()) throw clientMade(failure, "WebAuthn is not supported in this browser");
}

/** The errors that callers of these methods handle. */
const expected = [
  "PASSKEY_REGISTRATION_FAILED",
  "PASSKEY_AUTHENTICATION_FAILED",
  "INVALID_TOTP_CODE",
  "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
  "REAUTHENTICATION_REQUIRED",
] as const;

/** Turns what was thrown into an error of passkeys: with the browser's own reason, else `message`. */
function failWith(failure: Failure, message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Fault || expected.some((code) => isKnownError(error, code))) throw error;
    if (error instanceof CeremonyError) {
      const { name: code, code: webauthn_code } = error;
      throw clientMade("PASSKEY_WEBAUTHN_ERROR", error.message, error, {
        code,
        ...(webauthn_code !== undefined && { webauthn_code }),
      });
    }
    throw clientMade(failure, message, error);
  };
}

/** An error in the form of those that the server sends. */
function clientMade(
  errorCode: Failure | "PASSKEY_WEBAUTHN_ERROR",
  message: string,
  cause?: unknown,
  details: { readonly code?: string; readonly webauthn_code?: `ERROR_${string}` } = {},
): KnownError {
  const error = new KnownError(errorCode, 400, message, { message, ...details });
  error.cause = cause;
  return error as KnownError;
}
