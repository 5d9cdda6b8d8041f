import { detailed, fixed, type Remedies } from "./definition";

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

/** For readers of the reference: what happened, and what to do about it. */
export const mfaRemedies: Remedies<typeof mfaErrors> = {
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: [
    "The first factor was right; the account requires a second.",
    "Complete the sign-in with `attempt_code` and a code of the authenticator app.",
  ],
  INVALID_TOTP_CODE: [
    "The code of the authenticator app is wrong or old.",
    "Enter the current code; check the clock of the device.",
  ],
  PASSKEY_REGISTRATION_FAILED: [
    "The new passkey was not accepted.",
    "The message contains the reason; most often the origin is not a trusted domain.",
  ],
  PASSKEY_AUTHENTICATION_FAILED: [
    "The passkey does not sign anyone in.",
    "The message contains the reason; register the passkey first, or use a trusted domain.",
  ],
  PASSKEY_WEBAUTHN_ERROR: [
    "The browser or the authenticator stopped the ceremony.",
    "The detail `code` contains the browser's name of the reason; try again. In the kit the detail `webauthn_code` is what it means: `ERROR_CEREMONY_ABORTED`, `ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT`, `ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT`, `ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED`, `ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG`, `ERROR_MALFORMED_PUBKEYCREDPARAMS`, `ERROR_INVALID_DOMAIN`, `ERROR_INVALID_RP_ID`, `ERROR_INVALID_USER_ID_LENGTH` or `ERROR_AUTHENTICATOR_GENERAL_ERROR`. It is absent for `NotAllowedError`, by which browsers also say that the user cancelled.",
    "Clients make it, from what the browser throws.",
  ],
};
