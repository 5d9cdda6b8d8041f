import { detailed, fixed } from "./definition";

/** Second factors and passkeys. */
export const mfaErrors = {
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: detailed({
    status: 400,
    details: { attempt_code: "string" },
    message: () => "Multi-factor authentication is required for this user.",
  }),
  INVALID_TOTP_CODE: fixed(400, "The TOTP code is invalid. Please try again."),
  /** As with the next one, the official client cannot rebuild the error unless `details` repeats its sentence. */
  PASSKEY_REGISTRATION_FAILED: detailed({
    status: 400,
    details: { message: "string" },
    message: ({ message }) => message,
  }),
  PASSKEY_AUTHENTICATION_FAILED: detailed({
    status: 400,
    details: { message: "string" },
    message: ({ message }) => message,
  }),
  /** Made by clients from what the browser's WebAuthn interface reports; `code` is the browser-side reason. */
  PASSKEY_WEBAUTHN_ERROR: detailed({
    status: 400,
    details: { message: "string", code: "string" },
    message: ({ message }) => message,
  }),
};
