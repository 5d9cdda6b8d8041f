// Second factors: completes a sign-in that requires one.
// Setting one up is a change of the user, `totp_secret_base64`.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { text, verificationCode } from "../../../protocol/fields";
import { verificationCodeErrors } from "../../verification-codes/contract";
import { SignedIn } from "../sessions/contract";

export const signIn = endpoint("POST /auth/mfa/sign-in", {
  summary: "Complete a sign-in with the code of an authenticator app",
  description: "The attempt code comes with `MULTI_FACTOR_AUTHENTICATION_REQUIRED`. A wrong value does not use it up.",
  access: clientOrHigher,
  limit: "sign-in",
  body: z.strictObject({
    type: z.enum(["totp"]),
    totp: text(256).meta({ description: "Six digits; each value is accepted once" }),
    code: verificationCode.meta({ description: "The attempt code" }),
  }),
  response: SignedIn,
  errors: [...verificationCodeErrors, "INVALID_TOTP_CODE", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});
