// Anonymous users: an account before its user has signed up. It has neither an address nor a way to sign in again.
// Signing up by any other way with its access token makes it a regular user with the same id.
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { SignedIn } from "../sessions/contract";

export const signUpAnonymously = endpoint("POST /auth/anonymous/sign-up", {
  summary: "Make an anonymous user and sign them in",
  description:
    "Every request makes another user, also where sign-up is off, unless `auth.anonymous.allowSignUp` is. Browsers with official clients since 2.8.77 need `auth.anonymous.allowTelemetryClients`, because their telemetry signs every visitor up. Requests with an anonymous user's access token must allow for one in `X-Stack-Allow-Anonymous-User`.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  response: SignedIn,
  errors: ["ANONYMOUS_ACCOUNTS_NOT_ENABLED", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});
