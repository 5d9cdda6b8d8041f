import { nothing, tableOf } from "../rows/operation";
import { errorOfRow } from "../rows/with-rows";

// Loaded when users change how they sign in: most pages never do.

/** Writes by which the signed-in user changes how they sign in. */
export const ownSignIn = /* @__PURE__ */ tableOf("session", ({ write }) => ({
  /** Replaces the password; this session stays, the others end. Returns the error, or undefined. */
  updatePassword: errorOfRow(
    write(
      "POST /auth/password/update",
      ({ oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string }) => ({
        body: { old_password: oldPassword, new_password: newPassword },
      }),
      nothing,
    ),
    "PASSWORD_CONFIRMATION_MISMATCH",
    "PASSWORD_REQUIREMENTS_NOT_MET",
  ),

  /** Gives an account that has no password its first one. Returns the error, or undefined. */
  setPassword: errorOfRow(
    write(
      "POST /auth/password/set",
      ({ password }: { readonly password: string }) => ({ body: { password } }),
      nothing,
    ),
    "PASSWORD_REQUIREMENTS_NOT_MET",
  ),

  /** Makes ten codes that each stand in for the authenticator app once, in place of all before. They cannot be read again. */
  createRecoveryCodes: write(
    "POST /auth/mfa/recovery-codes",
    () => ({}),
    ({ codes }) => codes,
  ),

  /** Emails a code for `reauthenticate`: it is the typed characters followed by `nonce`. */
  sendReauthenticationCode: write(
    "POST /auth/sessions/current/send-reauthentication-code",
    () => ({ body: {} }),
    (sent): { readonly nonce: string } => sent,
  ),
}));

export type OwnSignIn = typeof ownSignIn;
