// Re-authentication: a signed-in user shows again who they are, where the project wants that before they change how they
// sign in. `REAUTHENTICATION_REQUIRED` says by which methods, and whether a value of the authenticator app comes with them.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { Success, shortText, text, verificationCode } from "../../../protocol/fields";
import { emailNotSent } from "../../emails/not-sent/contract";
import { verificationCodeErrors } from "../../verification-codes/contract";
import { totpSecretUnreadable } from "../mfa/contract";
import { AuthenticationResponse } from "../passkey/contract";

export const noAddress = plainError(400, "The user has no email address that a code could be sent to.", {
  remedy: "Use a password or a passkey instead.",
});

const totp = text(64)
  .optional()
  .describe(
    "The value that the authenticator app shows now, for users who have one. A passkey that verified its user needs none.",
  );

export const reauthenticate = endpoint("POST /auth/sessions/current/reauthenticate", {
  summary: "Show who is signed in, by password, passkey or emailed code",
  description:
    "The code of a passkey is that of `POST /auth/passkey/initiate-passkey-authentication`; an emailed one is completed by its nonce.",
  access: clientOrHigher,
  limit: "sign-in",
  shares: ["hash_seconds"],
  requiresUser: true,
  changesCredentials: { of: "own user", isProof: true },
  body: [
    z.strictObject({ password: shortText.meta({ format: "password", description: "The user's password." }), totp }),
    z.strictObject({
      authentication_response: AuthenticationResponse,
      code: verificationCode.describe(
        "The `code` of the passkey's options, or the six typed characters of the email followed by the `nonce`.",
      ),
      totp,
    }),
    z.strictObject({
      code: verificationCode.describe(
        "The `code` of the passkey's options, or the six typed characters of the email followed by the `nonce`.",
      ),
      totp,
    }),
  ],
  response: Success,
  errors: [
    ...verificationCodeErrors,
    "PASSWORD_AUTHENTICATION_NOT_ENABLED",
    "USER_DOES_NOT_HAVE_PASSWORD",
    "PASSWORD_CONFIRMATION_MISMATCH",
    "PASSKEY_AUTHENTICATION_NOT_ENABLED",
    "PASSKEY_AUTHENTICATION_FAILED",
    "INVALID_TOTP_CODE",
    totpSecretUnreadable,
  ],
});

export const sendReauthenticationCode = endpoint("POST /auth/sessions/current/send-reauthentication-code", {
  summary: "Email a code by which the user can show who they are",
  description: "It goes to the primary address, for this session alone. The body is ignored.",
  access: clientOrHigher,
  limit: "mail",
  shares: ["emails"],
  requiresUser: true,
  changesCredentials: { of: "own user", isProof: true },
  response: z.object({
    nonce: z
      .string()
      .describe(
        "Follows the six characters that the user types from the email: together they are the code of 45 characters.",
      ),
  }),
  errors: [noAddress, emailNotSent],
});
