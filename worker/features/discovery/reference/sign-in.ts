import { absent } from "../../../protocol/openapi-schemas";
import type { Group } from "./entry";
import { ids } from "./samples";

const section = "Signing in";

/** Says what a code that is checked without being used responds with. */
const unusedCode = "The code stays usable. A page calls it before it asks for more than the code.";

export const passwords: Group = {
  section,
  name: "Passwords",
  description:
    "Signing up and in with an address and a password, changing it, and resetting it by email. New passwords have 8 to 70 characters; a project may refuse those that are known from breaches.",
  endpoints: {
    "POST /auth/password/sign-up": { samples: { is_new_user: true, invitation_code: absent } },
    "POST /auth/password/sign-in": {
      description:
        "Responds in the same way, and in the same time, to a wrong password and to an address without an account. Ten wrong passwords for one address in ten minutes lock it for a while (429), and a hundred in a row, from networks where the user has not signed in before, until they sign in from one where they have or reset the password.",
    },
    "POST /auth/password/send-reset-code": {
      description:
        "The response does not show whether there is such an account. The link in the email can be used for an hour, unless the project sets another time.",
    },
    "POST /auth/password/reset/check-code": {
      description: unusedCode,
      samples: { "body.password": absent },
    },
    "POST /auth/password/reset": {
      description:
        "The user signs in with the new password afterwards. It also opens an address that wrong passwords locked.",
    },
    "POST /auth/password/update": {
      description: "Send the refresh token of the current session in `X-Stack-Refresh-Token`, so that it stays.",
    },
    "POST /auth/password/set": {
      description:
        "For users who signed up in another way, such as by a provider. A user who has a password changes it instead.",
    },
  },
};

export const codes: Group = {
  section,
  name: "One-time codes",
  description:
    "Signing in without a password: an email brings six characters to type and a link to follow, and either signs in the owner of the address.",
  endpoints: {
    "POST /auth/otp/send-sign-in-code": {
      description:
        "Keep the `nonce` in the page: with the six characters that the user types it makes the code. A code can be used for 10 minutes, unless the project sets another time.",
    },
    "POST /auth/otp/sign-in/preview": {},
    "POST /auth/otp/sign-in/check-code": { description: unusedCode },
    "POST /auth/otp/sign-in": {
      description:
        "A user is made if the address has none and the project allows signing up. The address counts as verified.",
    },
  },
};

export const passkeys: Group = {
  section,
  name: "Passkeys",
  description:
    "Passkeys by Web Authentication Level 3. Signing in and registering take two requests each: the first returns options for the browser, the second takes what the authenticator made of them.",
  samples: {
    name: "Ada's laptop",
    "items.id": "mE4cV0bT7yQ2wX9zK5nR8g",
    "options_json.rp.name": "Analytical Engines",
    "options_json.rp.id": "THIS_VALUE_WILL_BE_REPLACED.example.com",
    "options_json.user.id": "M2YwYzhhNTItNmIxZC00ZTdmLThhMmItOWM0ZDVlNmY3MDgx",
    "options_json.user.name": "Ada Lovelace",
    displayName: "Ada Lovelace",
    pubKeyCredParams: [
      { type: "public-key", alg: -8 },
      { type: "public-key", alg: -7 },
      { type: "public-key", alg: -257 },
    ],
    excludeCredentials: [],
    userVerification: "preferred",
  },
  endpoints: {
    "POST /auth/passkey/initiate-passkey-authentication": {
      description:
        "Put the page's own host name in place of `rpId` before the call. Browsers offer the passkeys that they have for it; no address is asked for.",
    },
    "POST /auth/passkey/sign-in": {
      description:
        "A passkey that verified its user, by a fingerprint for example, counts as both factors. The page has to be on a trusted domain.",
    },
    "POST /auth/passkey/initiate-passkey-registration": {
      description: "Put the page's own host name in place of `rp.id` before the call.",
    },
    "POST /auth/passkey/register": {
      description: "The user can sign in by it from then on. The page has to be on a trusted domain of the project.",
    },
    "GET /auth/passkeys": {
      description: "A client names its own user.",
    },
    "PATCH /auth/passkeys/{passkey_id}": {
      description: "Clients rename passkeys of their own user. The name is for the user alone.",
      samples: { "response.id": "mE4cV0bT7yQ2wX9zK5nR8g" },
    },
    "DELETE /auth/passkeys/{passkey_id}": {
      description:
        "Clients remove passkeys of their own user. The authenticator keeps its part, which does not sign in any more.",
    },
  },
};

const redirectToApp = {
  status: 303,
  description:
    "`Location` is the app's `redirect_uri` with `code` and `state` in its query, or its error page with `errorCode`, `message` and `details`.",
};

export const oauth: Group = {
  section,
  name: "OAuth",
  description:
    "Signing in by a provider such as Google or GitHub. The app sends the browser to `authorize`, the browser comes back to the app with a code, and the app exchanges it at the token endpoint (RFC 6749, RFC 7636). The kit and OAuth libraries do all of it.",
  samples: {
    "query.client_id": ids.project,
    "body.client_id": ids.project,
    client_secret: "pck_5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2",
    redirect_uri: "http://localhost:3000/handler/oauth-callback",
    "query.scope": "legacy",
    state: "kQ9tWm2vRz",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    token: "eyJhbGciOiJFUzI1NiIsImtpZCI6ImIzZDFhOTU2ZjJjNCJ9.eyJzdWIiOiIzZjBjOGE1MiJ9.c2lnbmF0dXJl",
    provider_scope: "repo read:org",
    error_redirect_uri: "http://localhost:3000/handler/error",
    error_redirect_url: "http://localhost:3000/handler/error",
    after_callback_redirect_url: "/dashboard",
    afterCallbackRedirectUrl: "/dashboard",
    newUser: false,
    "header.authorization": absent,
    "header.cookie": absent,
    "header.accept": absent,
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    expires_in: 600,
  },
  endpoints: {
    "GET /auth/oauth/authorize/{provider_id}": {
      responses: [
        {
          status: 307,
          description:
            "`Location` is the provider's sign-in page. `Set-Cookie` binds the flow to the browser; the user has 10 minutes.",
        },
      ],
    },
    "GET /auth/callback-urls/check": {
      description:
        "The kit asks before the browser leaves: the address is refused only when the browser comes back from the provider.",
      samples: { "query.url": "https://www.example.com/handler/oauth-callback", is_trusted: true },
    },
    "GET /auth/oauth/callback/{provider_id}": {
      description: "The address to register at the provider. Browsers come here; apps do not call it.",
      responses: [redirectToApp],
    },
    "POST /auth/oauth/callback/{provider_id}": {
      description: "Apple sends its response in this way. Browsers come here; apps do not call it.",
      responses: [redirectToApp],
    },
    "POST /auth/oauth/token": {
      description: "Clients may send the body as a form or as JSON.",
      samples: {
        "body.grant_type": "authorization_code",
        "body.code": "5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2",
        "body.refresh_token": absent,
        "body.client_secret": absent,
      },
    },
  },
};

export const secondFactors: Group = {
  section,
  name: "Second factors",
  description:
    "A user with an authenticator app signs in in two requests: the first fails with `MULTI_FACTOR_AUTHENTICATION_REQUIRED`, whose details have an attempt code that is valid for 5 minutes; the second sends that code with a value of the app. The app is set up by `totp_secret_base64` of `PATCH /users/me`.",
  samples: {
    recovery_code: "7kq2-m9x4-rt3v-8bnw",
    codes: [
      "7kq2-m9x4-rt3v-8bnw",
      "b3n8-v2c6-hw5d-1kzp",
      "t5z1-p8d4-jk7m-3qrx",
      "x9m3-q6r7-fs2b-5wvy",
      "c2w8-n5v1-gy6t-9hjd",
      "h4k7-t3p9-zb1x-6mcs",
      "r6j2-x1s8-md4n-7vgq",
      "v8f5-c7q3-nw9k-2tbr",
      "g1y9-h4t6-kp8s-4xdz",
      "z3b6-s2m5-rx7j-8fnv",
    ],
    remaining: 9,
  },
  endpoints: {
    "POST /auth/mfa/sign-in": {},
    "POST /auth/mfa/recovery/sign-in": {},
    "POST /auth/mfa/recovery-codes": {},
    "GET /auth/mfa/recovery-codes": {
      description: "To warn a user who has few left. Users without a second factor have none.",
    },
  },
};

export const anonymousUsers: Group = {
  section,
  name: "Anonymous users",
  description:
    "An account for somebody who has not signed up: it has an id, metadata and teams. Signing up later with its access token keeps the account and makes it a regular one.",
  samples: { is_new_user: true },
  endpoints: { "POST /auth/anonymous/sign-up": {} },
};

export const cliLogin: Group = {
  section,
  name: "Command-line login",
  description:
    "A command line begins a login, shows a link to the confirmation page, and polls. The user opens the link in a browser, signs in and confirms; the command line then gets the session's refresh token.",
  endpoints: {
    "POST /auth/cli": {
      samples: { anon_refresh_token: absent },
      description:
        "Open `/handler/cli-auth-confirm?login_code=…` of the website in a browser, and poll with the `polling_code` meanwhile.",
    },
    "POST /auth/cli/check": {
      samples: {
        status: "waiting",
        begun_at: "2026-01-01T12:00:00.000Z",
        ip: "203.0.113.7",
        country_code: "GB",
        city_name: "London",
        is_own: true,
        program: "curl",
      },
    },
    "POST /auth/cli/complete": {
      description: "The confirmation page sends it. Signing out in the browser or on the command line ends both.",
    },
    "POST /auth/cli/poll": {
      description: "Poll every few seconds.",
      responses: [
        {
          status: 200,
          description: "Not completed, or over. Poll again while `status` is `waiting`.",
          contentType: "application/json",
          example: { status: "waiting" },
        },
        {
          status: 201,
          description: "Completed. This response comes once.",
          contentType: "application/json",
          example: { status: "success", refresh_token: "5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2" },
        },
      ],
    },
  },
};
