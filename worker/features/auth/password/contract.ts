// Passwords: signing up and in with one, resetting it by email, changing it, setting a first one.
// Only sign-up reveals whether an address has an account.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../../protocol/error-definitions";
import { email, headerText, Success, shortText, strictEmail, url, verificationCode } from "../../../protocol/fields";
import { CodeIsValid, verificationCodeErrors } from "../../verification-codes/contract";
import { botChallenge, deviceTokens, SignedInHere, signInErrors } from "../sessions/contract";

/** Bounds what is read; a password that is too long for an account gets an error of its own, which clients expect. */
const typedPassword = shortText.meta({ format: "password" });

const newPasswordErrors = ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_REQUIREMENTS_NOT_MET"] as const;

export type NewPasswordError = (typeof newPasswordErrors)[number];

export const passwordAlreadySet = plainError(400, "User already has a password set.", {
  remedy: "Use `POST /auth/password/update`.",
});

export const signUp = endpoint("POST /auth/password/sign-up", {
  summary: "Make a user with an email address and a password, and sign them in",
  description:
    "A request that carries an anonymous user's access token makes that user a regular one. The address is sent a link to verify it.",
  access: clientOrHigher,
  takesImpersonation: true,
  changesCredentials: { of: "anonymous user" },
  limit: "sign-in",
  body: z.strictObject({
    email: strictEmail.describe("The address of the account. Letter case and surrounding spaces do not matter."),
    password: typedPassword.describe("The password as it is typed, with at least 8 and at most 70 characters."),
    verification_callback_url: url
      .optional()
      .describe(
        "Where the link of the verification email leads, with the code added to its query as `code`. Must be on a trusted domain. Without it no email is sent.",
      ),
    invitation_code: verificationCode
      .optional()
      .describe(
        "At the project of the dashboard, where sign-up is closed: the code of a team invitation to this address, which it accepts.",
      ),
    device_tokens: deviceTokens,
    ...botChallenge,
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
  summary: "Sign in with an email address and a password",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  shares: ["hash_seconds"],
  body: z.strictObject({
    email: email.describe("The address of the account. Letter case and surrounding spaces do not matter."),
    password: typedPassword.describe("The password as the user has typed it."),
    device_tokens: deviceTokens,
  }),
  response: SignedInHere,
  errors: [...signInErrors, "PASSWORD_AUTHENTICATION_NOT_ENABLED", "EMAIL_PASSWORD_MISMATCH"],
});

export const sendResetCode = endpoint("POST /auth/password/send-reset-code", {
  summary: "Email a link to reset the password, if the address has an account",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "mail",
  shares: ["emails"],
  body: z.strictObject({
    email: email.describe("The address of the account. Letter case and surrounding spaces do not matter."),
    callback_url: url.describe(
      "Where the link in the email leads, with the code added to its query as `code`. Must be on a trusted domain of the project.",
    ),
    device_tokens: deviceTokens,
  }),
  response: z.object({
    success: z
      .literal("maybe, only if user with e-mail exists")
      .describe("Always this text, whether or not an email was sent."),
  }),
  errors: ["PASSWORD_AUTHENTICATION_NOT_ENABLED", "REDIRECT_URL_NOT_WHITELISTED"],
});

export const resetPassword = endpoint("POST /auth/password/reset", {
  summary: "Set a new password with the code of a reset email, and end all sessions",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({
    code: verificationCode.describe("The code of the reset email, 45 characters in any case of letters."),
    password: typedPassword.describe("The password as it is typed, with at least 8 and at most 70 characters."),
  }),
  response: Success,
  errors: [...verificationCodeErrors, ...newPasswordErrors, "PASSWORD_AUTHENTICATION_NOT_ENABLED"],
});

export const checkResetCode = endpoint("POST /auth/password/reset/check-code", {
  summary: "Check whether the code of a reset email can be used",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({
    code: verificationCode.describe("The code of the reset email, 45 characters in any case of letters."),
    password: typedPassword.optional().describe("Ignored; older clients send it."),
    with_recipient: z.literal(true).optional().describe("Whether the response has the address of the email."),
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
    "x-stack-refresh-token": headerText
      .optional()
      .describe("The refresh token of the session that stays. Without it, all sessions end."),
  }),
  body: z.strictObject({
    old_password: typedPassword.describe("The password that the user has."),
    new_password: typedPassword.describe("The password that the user wants, with 8 to 70 characters."),
  }),
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
  body: z.strictObject({
    password: typedPassword.describe("The password as it is typed, with at least 8 and at most 70 characters."),
  }),
  response: Success,
  errors: [...newPasswordErrors, "PASSWORD_AUTHENTICATION_NOT_ENABLED", passwordAlreadySet, tooManyRequests],
});
