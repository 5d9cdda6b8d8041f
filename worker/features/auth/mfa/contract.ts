// Second factors: completes a sign-in that requires one, by the authenticator app or by a recovery code.
// Setting one up is a change of the user, `totp_secret_base64`.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { text, verificationCode } from "../../../protocol/fields";
import { verificationCodeErrors } from "../../verification-codes/contract";
import { deviceTokens, SignedInHere } from "../sessions/contract";

export const totpSecretUnreadable = plainError(
  409,
  "The secret of this user's authenticator app cannot be read any more. An administrator of the project has to remove the second factor before the user can sign in.",
  { remedy: "Send `totp_secret_base64: null` in `PATCH /users/{user_id}` from a server." },
);
export const wrongRecoveryCode = plainError(400, "The recovery code is wrong or was used before.", {
  remedy: "Ask the user for another code.",
});
export const recoveryCodesNeedTotp = plainError(
  400,
  "Recovery codes need two-factor authentication to be switched on.",
  { remedy: "Set up an authenticator app first." },
);
export const credentialsChanged = plainError(409, "The user's credentials were changed at the same time. Try again.", {
  remedy: "Try again.",
});

export const recoveryCodeErrors = [recoveryCodesNeedTotp, credentialsChanged] as const;

const attemptCode = verificationCode.describe(
  "The attempt code of `MULTI_FACTOR_AUTHENTICATION_REQUIRED`, from `details.attempt_code`.",
);

export const signIn = endpoint("POST /auth/mfa/sign-in", {
  summary: "Complete a sign-in with the code of an authenticator app",
  description: "The attempt code comes with `MULTI_FACTOR_AUTHENTICATION_REQUIRED`. A wrong value does not use it up.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({
    type: z.enum(["totp"]).describe("Always `totp`: a time-based one-time password (RFC 6238)."),
    totp: text(256).describe("The six digits that the authenticator app shows now. Each value is accepted once."),
    code: attemptCode,
    device_tokens: deviceTokens,
  }),
  response: SignedInHere,
  errors: [...verificationCodeErrors, "INVALID_TOTP_CODE", totpSecretUnreadable, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

export const signInByRecoveryCode = endpoint("POST /auth/mfa/recovery/sign-in", {
  summary: "Complete a sign-in with a recovery code in place of the authenticator app",
  description:
    "The second factor stays on. A user who has lost both can be let in by the project's server only, with `totp_secret_base64: null` in `PATCH /users/{user_id}`.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({
    recovery_code: text(64).describe(
      "One of the user's recovery codes, in any case of letters, with or without hyphens.",
    ),
    code: attemptCode,
    device_tokens: deviceTokens,
  }),
  response: SignedInHere,
  errors: [...verificationCodeErrors, wrongRecoveryCode, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

export const createRecoveryCodes = endpoint("POST /auth/mfa/recovery-codes", {
  summary: "Make ten recovery codes for the signed-in user, in place of all before",
  description: "They are in this response only. They end when the second factor is switched off or replaced.",
  access: clientOrHigher,
  limit: "sign-in",
  requiresUser: true,
  changesCredentials: { of: "own user" },
  response: z.object({
    codes: z.array(z.string()).describe("Ten codes to be kept in a safe place, each of which is accepted once."),
  }),
  errors: recoveryCodeErrors,
});

export const readRecoveryCodes = endpoint("GET /auth/mfa/recovery-codes", {
  summary: "Count the recovery codes that the signed-in user has left",
  access: clientOrHigher,
  requiresUser: true,
  response: z.object({ remaining: z.number().describe("How many codes have not been used.") }),
});
