// These endpoints let a user sign in with a provider. The app sends the browser to `/authorize`, and we send it on to the
// provider. The provider sends it back to `/callback`, and we send it back to the app with a code. The token endpoint exchanges
// this code for a session. Browsers visit all endpoints but the last, so an app can send no headers there, and errors go to the
// app's own page.
import * as z from "zod";
import { credentialChangeErrors } from "../../../protocol/credential-changes";
import { endpoint } from "../../../protocol/endpoint";
import { oauthError, plainError } from "../../../protocol/error-definitions";
import { headerText, ofFewEntries, opaque, shortText, text, url } from "../../../protocol/fields";
import { linkedAccountsAtCap } from "../../caps/contract";
import { botChallenge, signInErrors } from "../sessions/contract";

const minutes = 60 * 1000;

/** A user signs in with an account at a provider, or adds it to their own user. */
export const flowTypes = ["authenticate", "link"] as const;

/** Limits how long a person may take at the provider. The browser's cookie is valid as long. */
export const flowLifetimeMillis = 10 * minutes;

/** Limits how long an app may take to redeem its code. */
export const codeLifetimeMillis = 5 * minutes;

/** Sets how long a second use of a code is noticed. */
export const usedCodeKeptMillis = 24 * 60 * minutes;

/** Browsers get a page for people where other clients get an error. */
const accept = headerText
  .optional()
  .describe("An error is a page for people where this accepts `text/html`, as browsers do; else text or JSON.");

/** The provider's response: `state`, then `code` or `error`, and further fields. */
const ProviderResponse = ofFewEntries(
  100,
  z
    .object({
      state: opaque
        .optional()
        .describe("The state that was sent to the provider. Without it, or with an old one, the response is an error."),
    })
    .catchall(opaque),
  "{path} must have at most 100 fields",
);

export const linkWithoutToken = plainError(400, "?token= query parameter is required for link type", {
  remedy: "Send the user's access token as `token`.",
});
export const tokenOfOtherProject = plainError(403, "The access token is not valid for this project", {
  remedy: "Send an access token of a user of this project.",
});

const advice = "If you are the admin of this project, please check the provider's configuration.";

export const codeRefused = plainError(400, "Inner OAuth callback failed due to invalid grant. Please try again.", {
  remedy: "Begin the sign-in again.",
});
export const clientRefused = plainError(400, ({ problem }: { problem: string }) => `${problem} ${advice}`, {
  remedy: "Compare client id and client secret with those at the provider.",
});
export const scopesRefused = plainError(
  400,
  ({ problem, scopes }: { problem: string; scopes: string }) => `${problem} Asked for: ${scopes}. ${advice}`,
  { remedy: "Allow these scopes to the app at the provider." },
);
export const providerFailed = plainError(400, ({ problem }: { problem: string }) => problem, {
  remedy: "The text says what the provider responded. Try again, and look into the provider's configuration.",
});

/** The errors of requests to a provider. */
const providerErrors = [
  "OAUTH_PROVIDER_ACCESS_DENIED",
  codeRefused,
  clientRefused,
  scopesRefused,
  providerFailed,
] as const;

export type ProviderRefusal = (typeof providerErrors)[number];

const authorizeErrors = [
  "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
  "INVALID_PUBLISHABLE_CLIENT_KEY",
  "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
  "INVALID_SCOPE",
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  "INVALID_SHARED_OAUTH_PROVIDER_ID",
  "UNPARSABLE_ACCESS_TOKEN",
  "ACCESS_TOKEN_EXPIRED",
  "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
  "REDIRECT_URL_NOT_WHITELISTED",
  linkWithoutToken,
  tokenOfOtherProject,
  ...providerErrors,
] as const;

export type AuthorizeError = (typeof authorizeErrors)[number];

const responseMode = z.enum(["json", "redirect"]).optional();

export const authorize = endpoint("GET /auth/oauth/authorize/{provider_id}", {
  summary: "Send a browser to a provider to sign in, or to link an account",
  description:
    "The authorization endpoint of OAuth 2.0 (RFC 6749) with PKCE (RFC 7636), which is required. Responds with a redirect to the provider and a cookie that binds the flow to the browser. Once the client is right, errors with a code go to the app's error page, if the project trusts it; otherwise they are returned directly, to browsers as a page. With `stack_response_mode=json` a script of the website asks first: nothing is stored, no cookie is set, and the response is 200 with `location`, to which it sends the browser. The flow begins there, with a state that nobody but that browser and the provider sees.",
  access: "public",
  limit: "sign-in",
  refusesHead: true,
  params: z.strictObject({
    provider_id: shortText.describe("The provider's id in the project's configuration, such as `google`."),
  }),
  query: z.strictObject({
    client_id: shortText.describe("The project's id, optionally followed by `#main`."),
    client_secret: shortText.describe(
      "A publishable client key of the project, or `__stack_public_client__` where the project lets clients in without one.",
    ),
    redirect_uri: url.describe("Where the code is sent. Must be trusted, which is checked at the callback."),
    scope: shortText.describe("Always `legacy`: what the provider is asked for is `provider_scope`."),
    state: opaque.describe("A value of the app's own, returned with the code as it is."),
    grant_type: z.enum(["authorization_code"]).describe("Always `authorization_code`."),
    code_challenge: shortText
      .min(1)
      .describe("The SHA-256 of the `code_verifier`, in base64url (RFC 7636 section 4.2)."),
    code_challenge_method: z.enum(["S256"]).describe("Always `S256`."),
    response_type: z.enum(["code"]).describe("Always `code`."),
    type: z
      .enum(flowTypes)
      .default("authenticate")
      .describe("`authenticate` signs in or up, `link` adds the account to the user of `token`."),
    token: opaque
      .optional()
      .describe(
        "An access token of the user who links the account, or of an anonymous user that the sign-in upgrades.",
      ),
    provider_scope: opaque.optional().describe("More scopes of the provider's, separated by spaces."),
    error_redirect_uri: url
      .optional()
      .describe("Where errors are sent, as `errorCode`, `message` and `details` in the query."),
    error_redirect_url: url
      .optional()
      .meta({ deprecated: true, description: "An older name of `error_redirect_uri`, which wins." }),
    after_callback_redirect_url: opaque
      .optional()
      .describe(
        "Where the app wants to send the user afterwards: returned with the tokens. A path, or a URL that the project trusts.",
      ),
    stack_response_mode: responseMode.describe(
      "`json` for a script: the response is `location`, an address of this API for the browser to go to, and errors come as from any endpoint.",
    ),
    hexclave_response_mode: responseMode.describe("The same, by the name that newer official clients send."),
    ...botChallenge,
  }),
  headers: z.object({ accept }),
  response: "response",
  errors: authorizeErrors,
});

export const noInnerCookie = plainError(
  400,
  "Inner OAuth cookie not found. This is likely because you refreshed the page during the OAuth sign in process. Please try signing in again",
  { remedy: "Begin the sign-in again, in one browser and with cookies allowed." },
);
export const noRequest = plainError(400, "Invalid OAuth cookie. Please try signing in again.", {
  remedy: "Begin the sign-in again.",
});

/** The errors of an account that can neither sign in nor be linked. */
const accountErrors = [
  "USER_SUSPENDED",
  "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
  "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
  "SIGN_UP_NOT_ENABLED",
  linkedAccountsAtCap,
] as const;

export type AccountError = (typeof accountErrors)[number];

const callbackErrors = [
  "OUTER_OAUTH_TIMEOUT",
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  "REDIRECT_URL_NOT_WHITELISTED",
  ...accountErrors,
  ...credentialChangeErrors,
  noInnerCookie,
  noRequest,
  ...providerErrors,
] as const;

export type CallbackError = (typeof callbackErrors)[number];

// Not limited: a response needs the state of a flow that `authorize` has begun, which is limited.
const callback = {
  description:
    "Responds with a redirect to the app: with a code, or to its error page. Without one that the project trusts, errors are returned directly, to browsers as a page.",
  access: "public",
  params: z.strictObject({
    provider_id: shortText.describe("The provider's id in the project's configuration, such as `google`."),
  }),
  headers: z.object({
    cookie: headerText
      .optional()
      .describe(
        "The cookie of `authorize`, which the browser sends by itself: it ends flows that another browser has begun.",
      ),
    accept,
  }),
  response: "response",
  errors: callbackErrors,
} as const;

export const readCallback = endpoint("GET /auth/oauth/callback/{provider_id}", {
  summary: "Where a provider sends the browser back to",
  ...callback,
  refusesHead: true,
  query: ProviderResponse,
});

export const postCallback = endpoint("POST /auth/oauth/callback/{provider_id}", {
  summary: "Where a provider that responds by form sends the browser back to",
  ...callback,
  body: ProviderResponse.optional(),
});

export const missingParameter = oauthError(
  "invalid_request",
  ({ name }: { name: string }) => `Missing parameter: ${name}`,
  { remedy: "Send the field that the text names." },
);
export const wrongRedirectUri = plainError(
  400,
  "Invalid redirect URI. Your redirect URI must be the same as the one used to get the authorization code.",
  { remedy: "Send the `redirect_uri` of the authorization request, exactly." },
);

/** The errors of a code that does not redeem, among them what has changed since it was made. */
const redemptionErrors = [
  "INVALID_AUTHORIZATION_CODE",
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  ...accountErrors,
  missingParameter,
  wrongRedirectUri,
] as const;

export type RedemptionError = (typeof redemptionErrors)[number];

export const exchangeToken = endpoint("POST /auth/oauth/token", {
  summary: "Exchange a refresh token or an authorization code for an access token",
  description:
    "The token endpoint of OAuth 2.0 (RFC 6749). The client authenticates by HTTP Basic or in the body: its id is the project's, optionally followed by `#main`, its secret a publishable client key, which may be left out with a `code_verifier`. Refresh tokens do not rotate. Codes come from `GET /auth/oauth/authorize/{provider_id}` and from `POST /auth/hosted/authorize`. Users, links and provider tokens are written when the code is redeemed; a code that is redeemed twice ends the session that came from it.",
  access: "public",
  limit: "refresh",
  headers: z.object({
    authorization: headerText
      .optional()
      .describe("The client id and the client secret by HTTP Basic, in place of the fields in the body."),
  }),
  body: z.looseObject({
    grant_type: z
      .enum(["authorization_code", "refresh_token"])
      .describe("`authorization_code` for a code, `refresh_token` to renew an access token."),
    client_id: shortText
      .optional()
      .describe("The project's id, optionally followed by `#main`. Not needed with HTTP Basic."),
    client_secret: shortText
      .optional()
      .describe(
        "A publishable client key of the project, or `__stack_public_client__` where the project lets clients in without one. May be left out with a `code_verifier`.",
      ),
    refresh_token: opaque.optional().describe("The session's refresh token. Required for `refresh_token`."),
    code: opaque.optional().describe("The code that came to `redirect_uri`. Required for `authorization_code`."),
    redirect_uri: text(1_000_000).optional().describe("The `redirect_uri` that the code was asked for with, exactly."),
    code_verifier: shortText
      .optional()
      .describe("The value whose SHA-256 was the `code_challenge` (RFC 7636 section 4.1)."),
  }),
  response: z.object({
    access_token: z
      .string()
      .describe(
        "A signed token (JWT, RFC 7519) that shows who is signed in, to be sent as `X-Stack-Access-Token`. Valid for 10 minutes unless the server is configured otherwise.",
      ),
    token_type: z.literal("Bearer").describe("Always `Bearer`."),
    expires_in: z.number().describe("How long the access token is valid, in seconds."),
    scope: z.literal("legacy").describe("Always `legacy`."),
    refresh_token: z
      .string()
      .optional()
      .describe("The refresh token of the new session. Only for `authorization_code`."),
    is_new_user: z
      .boolean()
      .optional()
      .describe("Whether the sign-in has made the user. Only for `authorization_code`."),
    after_callback_redirect_url: z
      .string()
      .nullable()
      .optional()
      .describe("The `after_callback_redirect_url` of `authorize`, or `null`. Only for `authorization_code`."),
    newUser: z.boolean().optional().meta({ deprecated: true, description: "An older name of `is_new_user`." }),
    afterCallbackRedirectUrl: z
      .string()
      .nullable()
      .optional()
      .meta({ deprecated: true, description: "An older name of `after_callback_redirect_url`." }),
  }),
  errors: [
    "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
    "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
    ...signInErrors,
    ...redemptionErrors,
  ],
});
