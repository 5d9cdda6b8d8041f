import { absent } from "../../../protocol/openapi-schemas";
import type { Group } from "./entry";
import { ids } from "./samples";

const section = "Signing in";

/** What a code that is checked without being used responds with. */
const unusedCode = "The code stays usable. A page calls it before it asks for more than the code.";

export const passwords: Group = {
  section,
  name: "Passwords",
  description:
    "Signing up and in with an address and a password, changing it, and resetting it by mail. New passwords have 8 to 70 characters; a project may refuse those that are known from breaches.",
  fields: {
    "body.email": "The address of the account. Letter case and surrounding spaces do not matter.",
    verification_callback_url:
      "Where the link of the verification mail leads, with the code added to its query as `code`. Must be on a trusted domain.",
    "body.code": "The code of the reset mail, 45 characters in any case of letters.",
    old_password: "The password that the user has.",
    new_password: "The password that the user wants, with 8 to 70 characters.",
    "response.user_id": "The id of the user who is signed in.",
    "header.x-stack-refresh-token": "The refresh token of the session that stays. Without it, all sessions end.",
  },
  endpoints: {
    "POST /auth/password/sign-up": { samples: { is_new_user: true } },
    "POST /auth/password/sign-in": {
      description:
        "Responds in the same way, and in the same time, to a wrong password and to an address without an account. Ten wrong passwords for one address in ten minutes lock it for a while (429), and a hundred in a row, from networks where the user has not signed in before, until they sign in from one where they have or reset the password.",
      fields: { "body.password": "The password as the user has typed it." },
    },
    "POST /auth/password/send-reset-code": {
      description:
        "The response does not show whether there is such an account. The link in the mail can be used for an hour, unless the project sets another time.",
      fields: { "response.success": "Always this text, whether or not a mail was sent." },
    },
    "POST /auth/password/reset/check-code": {
      description: unusedCode,
      fields: { "body.password": "Ignored; older clients send it." },
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
    "Signing in without a password: a mail brings six characters to type and a link to follow, and either signs in the owner of the address.",
  fields: {
    "body.code":
      "The code of the link, or the six typed characters followed by the `nonce`: 45 characters in any case of letters.",
    "body.email": "The address to which the code is mailed. Letter case and surrounding spaces do not matter.",
    "response.user_id": "The id of the user who is signed in.",
  },
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
  fields: {
    "body.code": "The `code` of the first request, within 65 seconds and once.",
    "response.code": "To be sent back with what the authenticator made, within 65 seconds and once.",
    allowCredentials: "Always empty: the authenticator finds the passkey itself.",
    user_handle: "The id of the new credential, in base64url.",
    rpId: "A placeholder, to be replaced by the host name of the page.",
    "rp.id": "A placeholder, to be replaced by the host name of the page.",
    "options_json.user.id": "The user's id in base64url, which the authenticator stores with the passkey.",
    timeout: "How long the browser waits for the user, in milliseconds.",
    rp: "The website that the passkey is for.",
    "rp.name": "The project's name, which the browser shows.",
    "options_json.user": "Whom the passkey is for.",
    "options_json.user.name": "What the browser lists the passkey under: the user's name, or else the address.",
    displayName: "The same as `name`.",
    pubKeyCredParams: "The algorithms that are accepted, preferred ones first.",
    "pubKeyCredParams.type": "Always `public-key`.",
    alg: "The number of the algorithm in the COSE registry (RFC 9053).",
    attestation: "Always `none`: the make of the authenticator does not matter.",
    excludeCredentials: "The passkeys that the user has, which an authenticator does not register again.",
    "excludeCredentials.id": "The id of the credential, in base64url.",
    "excludeCredentials.type": "Always `public-key`.",
    transports: "How the authenticator is reached, such as `internal`, `hybrid` or `usb`.",
    authenticatorSelection: "What the authenticator has to be able to do.",
    residentKey: "The passkey is stored with its user, so that signing in needs no address.",
    requireResidentKey: "The same for older browsers.",
    extensions: "The extensions of the ceremony.",
    credProps: "Asks whether the passkey was stored with its user.",
    credential: "What `navigator.credentials.create()` returned, as its `toJSON()` gives it.",
    "credential.id": "The id of the new credential, in base64url.",
    "credential.type": "Always `public-key`.",
    "credential.response": "What the authenticator made.",
    attestationObject: "The new public key with what the authenticator says about it, in base64url.",
    "response.user_id": "The id of the user who is signed in.",
    "items.user_id": "The id of the user whose passkey it is.",
    "items.id": "The id of the credential, in base64url.",
    passkey_id: "The id of the credential, in base64url.",
    name: "What the user calls it. At first, the authenticator and the device that made it.",
    last_used_at_millis:
      "When it last signed the user in, in milliseconds since the Unix epoch. `null` before the first time.",
  },
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
      fields: { "query.user_id": "Whose passkeys: a user id, or `me` for the signed-in user." },
    },
    "PATCH /auth/passkeys/{passkey_id}": {
      description: "Clients rename passkeys of their own user. The name is for the user alone.",
      fields: {
        "body.name": "The new name, not empty.",
        "response.id": "The id of the credential, in base64url.",
        "response.user_id": "The id of the user whose passkey it is.",
      },
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
  fields: {
    grant_type: "`authorization_code` for a code, `refresh_token` to renew an access token.",
    "query.scope": "Always `legacy`: what the provider is asked for is `provider_scope`.",
    "query.grant_type": "Always `authorization_code`.",
    code_challenge: "The SHA-256 of the `code_verifier`, in base64url (RFC 7636 section 4.2).",
    code_challenge_method: "Always `S256`.",
    response_type: "Always `code`.",
    "query.type": "`authenticate` signs in or up, `link` adds the account to the user of `token`.",
    "header.cookie":
      "The cookie of `authorize`, which the browser sends by itself: it ends flows that another browser has begun.",
    "header.accept": "An error is a page for people where this accepts `text/html`, as browsers do; else text or JSON.",
    "header.authorization": "The client id and the client secret by HTTP Basic, in place of the fields in the body.",
    "body.client_id": "The project's id, optionally followed by `#main`. Not needed with HTTP Basic.",
    "body.client_secret": "A publishable client key of the project. May be left out with a `code_verifier`.",
    "body.redirect_uri": "The `redirect_uri` that the code was asked for with, exactly.",
    code_verifier: "The value whose SHA-256 was the `code_challenge` (RFC 7636 section 4.1).",
    "body.code": "The code that came to `redirect_uri`. Required for `authorization_code`.",
    "body.refresh_token": "The session's refresh token. Required for `refresh_token`.",
    "response.refresh_token": "The refresh token of the new session. Only for `authorization_code`.",
    "response.after_callback_redirect_url":
      "The `after_callback_redirect_url` of `authorize`, or `null`. Only for `authorization_code`.",
    "query.after_callback_redirect_url":
      "Where the app wants to send the user afterwards: returned with the tokens. A path, or a URL that the project trusts.",
    token_type: "Always `Bearer`.",
    "response.scope": "Always `legacy`.",
    "response.is_new_user": "Whether the sign-in has made the user. Only for `authorization_code`.",
    "response.expires_in": "How long the access token is valid, in seconds.",
    "query.client_id": "The project's id, optionally followed by `#main`.",
    "query.client_secret": "A publishable client key of the project.",
    state: "The state that was sent to the provider. Without it, or with an old one, the response is an error.",
  },
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
      fields: { "query.state": "A value of the app's own, returned with the code as it is." },
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
      fields: {
        "query.url": "The address to come back to.",
        is_trusted: "Whether it is on a trusted domain, or a hosted page of the project.",
      },
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
  fields: {
    "body.code": "The attempt code of `MULTI_FACTOR_AUTHENTICATION_REQUIRED`, from `details.attempt_code`.",
    "body.type": "Always `totp`: a time-based one-time password (RFC 6238).",
    "response.user_id": "The id of the user who is signed in.",
    recovery_code: "One of the user's recovery codes, in any case of letters, with or without hyphens.",
    "response.codes": "Ten codes to be kept in a safe place, each of which is accepted once.",
    remaining: "How many codes have not been used.",
  },
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
  fields: { "response.user_id": "The id of the new user." },
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
      description:
        "Open `/handler/cli-auth-confirm?login_code=…` of the website in a browser, and poll with the `polling_code` meanwhile.",
      fields: {
        "body.expires_in_millis":
          "How long the login waits to be confirmed, in milliseconds: 2 hours when absent, 24 at most.",
        expires_at: "Until when it can be confirmed, as an ISO 8601 date and time.",
      },
    },
    "POST /auth/cli/check": {
      fields: {
        login_code: "The `login_code` in the page's query.",
        status: "`waiting` to be confirmed, `expired`, or `used` by a confirmation.",
        begun_at: "When the command line began it, as an ISO 8601 date and time.",
        expires_at: "Until when it can be confirmed, as an ISO 8601 date and time.",
        ip: "The address from which the command line began it, IPv4 or IPv6.",
        country_code: "The country of that address by ISO 3166-1 alpha-2, or `null` where it is unknown.",
        city_name: "The city of that address, or `null` where it is unknown.",
      },
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
      fields: {
        login_code: "The `login_code` in the page's query.",
        "body.refresh_token": "The refresh token of the session to share.",
      },
    },
    "POST /auth/cli/poll": {
      description: "Poll every few seconds.",
      fields: { polling_code: "The `polling_code` with which the login began." },
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
