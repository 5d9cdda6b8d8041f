import { errorOf, type Refusal, resultOf } from "../errors/result";
import type { Host } from "../host/host";
import type { Caller } from "../requests/caller";
import { passkeys } from "./lazy";

// Loaded when users confirm who they are: most pages never ask for it.

/**
 * Shows who the signed-in user is: the password, a passkey of the browser, or an emailed code (what was typed, followed
 * by the nonce). `totp` is the value of the authenticator app, for users who have one.
 */
export type Reauthentication = { readonly totp?: string | undefined } & (
  | { readonly password: string }
  | { readonly passkey: true }
  | { readonly code: string }
);

/** Says what of a {@link Reauthentication} a user can try again. */
export type ReauthenticationError = Refusal<
  | "PASSWORD_CONFIRMATION_MISMATCH"
  | "PASSKEY_AUTHENTICATION_FAILED"
  | "PASSKEY_WEBAUTHN_ERROR"
  | "VERIFICATION_ERROR"
  | "INVALID_TOTP_CODE"
>;

export async function reauthenticate(
  caller: Caller,
  host: Host,
  { totp, ...proof }: Reauthentication,
): Promise<ReauthenticationError | undefined> {
  return errorOf(
    await resultOf(
      send(caller, host, proof, totp),
      "PASSWORD_CONFIRMATION_MISMATCH",
      "PASSKEY_AUTHENTICATION_FAILED",
      "PASSKEY_WEBAUTHN_ERROR",
      "VERIFICATION_ERROR",
      "INVALID_TOTP_CODE",
    ),
  );
}

async function send(
  caller: Caller,
  host: Host,
  proof: Omit<Reauthentication, "totp">,
  totp: string | undefined,
): Promise<void> {
  if ("passkey" in proof) {
    return (await passkeys()).reauthenticateWithPasskey(caller, host, totp);
  }
  const body = { ...(proof as { readonly password: string } | { readonly code: string }), ...(totp && { totp }) };
  await caller.write("POST /auth/sessions/current/reauthenticate", { body });
}
