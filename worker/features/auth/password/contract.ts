// Passwords: signing up and in with one, resetting it by mail, changing it, setting a first one.
// Only sign-up reveals whether an address has an account.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../../protocol/error-definitions";
import { email, headerText, Success, shortText, strictEmail, url, verificationCode } from "../../../protocol/fields";
import { CodeIsValid, verificationCodeErrors } from "../../verification-codes/contract";
import { deviceTokens, SignedInHere, signInErrors } from "../sessions/contract";

/** Bounds what is read; a password that is too long for an account gets an error of its own, which clients expect. */
const typedPassword = shortText.meta({ format: "password" });

const newPasswordErrors = ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_REQUIREMENTS_NOT_MET"] as const;

export type NewPasswordError = (typeof newPasswordErrors)[number];

export const passwordAlreadySet = plainError(400, "User already has a password set.");

export const signUp = endpoint("POST /auth/password/sign-up", {
  summary: "Make a user with an e-mail address and a password, and sign them in",
  description:
    "A request that carries an anonymous user's access token makes that user a regular one. The address is sent a link to verify it.",
  access: clientOrHigher,
  takesImpersonation: true,
  changesCredentials: { of: "anonymous user" },
  limit: "sign-in",
  body: z.strictObject({
    email: strictEmail,
    password: typedPassword,
    verification_callback_url: url,
    device_tokens: deviceTokens,
  }),
  response: SignedInHere,
  errors: [
    "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
    ...newPasswordErrors,
    "PASSWORD_AUTHENTICATION_NOT_ENABLED",
    "REDIRECT_URL_NOT_WHITELISTED",
    "SIGN_UP_NOT_ENABLED",
    "USER_EMAIL_ALREADY_EXISTS",
  ],
});

export const signIn = endpoint("POST /auth/password/sign-in", {
  summary: "Sign in with an e-mail address and a password",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  shares: ["hash_seconds"],
  body: z.strictObject({ email, password: typedPassword, device_tokens: deviceTokens }),
  response: SignedInHere,
  errors: [...signInErrors, "PASSWORD_AUTHENTICATION_NOT_ENABLED", "EMAIL_PASSWORD_MISMATCH"],
});

export const sendResetCode = endpoint("POST /auth/password/send-reset-code", {
  summary: "Mail a link to reset the password, if the address has an account",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "mail",
  shares: ["emails"],
  body: z.strictObject({ email, callback_url: url, device_tokens: deviceTokens }),
  response: z.object({ success: z.literal("maybe, only if user with e-mail exists") }),
  errors: ["PASSWORD_AUTHENTICATION_NOT_ENABLED", "REDIRECT_URL_NOT_WHITELISTED"],
});

export const resetPassword = endpoint("POST /auth/password/reset", {
  summary: "Set a new password with the code of a reset mail, and end all sessions",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({ code: verificationCode, password: typedPassword }),
  response: Success,
  errors: [...verificationCodeErrors, ...newPasswordErrors, "PASSWORD_AUTHENTICATION_NOT_ENABLED"],
});

export const checkResetCode = endpoint("POST /auth/password/reset/check-code", {
  summary: "Check whether the code of a reset mail can be used",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({
    code: verificationCode,
    password: typedPassword.optional().meta({ description: "Ignored" }),
  }),
  response: CodeIsValid,
  errors: verificationCodeErrors,
});

export const updatePassword = endpoint("POST /auth/password/update", {
  summary: "Change the user's password, and end their other sessions",
  access: clientOrHigher,
  changesCredentials: { of: "own user" },
  limit: "sign-in",
  shares: ["hash_seconds"],
  requiresUser: true,
  headers: z.object({
    "x-stack-refresh-token": headerText.optional().meta({ description: "The session that stays" }),
  }),
  body: z.strictObject({ old_password: typedPassword, new_password: typedPassword }),
  response: Success,
  errors: [
    ...newPasswordErrors,
    "PASSWORD_AUTHENTICATION_NOT_ENABLED",
    "USER_DOES_NOT_HAVE_PASSWORD",
    "PASSWORD_CONFIRMATION_MISMATCH",
  ],
});

export const setPassword = endpoint("POST /auth/password/set", {
  summary: "Set the user's first password",
  access: clientOrHigher,
  changesCredentials: { of: "own user" },
  requiresUser: true,
  body: z.strictObject({ password: typedPassword }),
  response: Success,
  errors: [...newPasswordErrors, "PASSWORD_AUTHENTICATION_NOT_ENABLED", passwordAlreadySet, tooManyRequests],
});
