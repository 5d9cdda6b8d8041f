import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { strictEmail, url } from "../../../protocol/fields";
import { emailNotSent } from "../../emails/not-sent/contract";
import { CodeIsValid, SentCode, verificationCodeErrors } from "../../verification-codes/contract";
import { botChallenge, deviceTokens, SignedInHere, signInErrors } from "../sessions/contract";

// One-time codes: an email with a code to type and a link to follow, either of which signs in the owner of the address.
// The link's code is the whole code; the client that requested the email has its nonce, and the typed part completes it.

export const otpDisabled = plainError(403, "OTP sign-in is not enabled for this project", {
  remedy: "Switch sign-in by one-time codes on in the project's settings.",
});

const accountErrors = ["USER_EMAIL_ALREADY_EXISTS", "SIGN_UP_NOT_ENABLED"] as const;

export type AccountError = (typeof accountErrors)[number];

export const sendSignInCode = endpoint("POST /auth/otp/send-sign-in-code", {
  summary: "Email a sign-in code and link to an address",
  description: "Does not change an existing user: the address is not proven yet.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "mail",
  shares: ["emails"],
  body: z.strictObject({
    email: strictEmail.describe(
      "The address to which the code is emailed. Letter case and surrounding spaces do not matter.",
    ),
    callback_url: url.describe(
      "Where the link in the email leads, with the code added to its query as `code`. Must be on a trusted domain of the project.",
    ),
    device_tokens: deviceTokens,
    ...botChallenge,
  }),
  response: z.object({
    nonce: z
      .string()
      .describe(
        "Follows the six characters that the user types from the email: together they are the code of 45 characters.",
      ),
  }),
  errors: [otpDisabled, ...accountErrors, "REDIRECT_URL_NOT_WHITELISTED", emailNotSent],
});

export const signIn = endpoint("POST /auth/otp/sign-in", {
  summary: "Sign in, or up, with the code of an email",
  description: "An anonymous user whose access token the request carries becomes the new user, if one is made.",
  access: clientOrHigher,
  takesImpersonation: true,
  changesCredentials: { of: "anonymous user" },
  limit: "sign-in",
  body: SentCode.extend({ device_tokens: deviceTokens }),
  response: SignedInHere,
  errors: [...verificationCodeErrors, otpDisabled, ...accountErrors, ...signInErrors],
});

export const previewSignIn = endpoint("POST /auth/otp/sign-in/preview", {
  summary: "Read whom a sign-in code was emailed to",
  description:
    "For the page that the code's link leads to: the right code may be sent as often as the page is opened, and is no try.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: z.object({
    recipient_email: z
      .string()
      .describe(
        "The address that the invitation was emailed to. Another one may accept it, unless it is for its recipient only.",
      ),
  }),
  errors: verificationCodeErrors,
});

export const checkSignInCode = endpoint("POST /auth/otp/sign-in/check-code", {
  summary: "Check whether a sign-in code can be used",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: CodeIsValid,
  errors: verificationCodeErrors,
});
