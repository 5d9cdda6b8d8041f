// Signing in with a provider. The app sends the browser to `/authorize`, we send it on to the provider, the provider back
// to `/callback`, and we back to the app with a code, which the token endpoint exchanges for a session. Browsers visit all
// but the last, so those take no headers, and errors go to the app's own page.
import * as z from "zod";
import { credentialChangeErrors } from "../../../protocol/credential-changes";
import { endpoint } from "../../../protocol/endpoint";
import { oauthError, plainError } from "../../../protocol/error-definitions";
import { headerText, opaque, shortText, text, url } from "../../../protocol/fields";
import { signInErrors } from "../sessions/contract";

const minutes = 60 * 1000;

/** A user signs in with an account at a provider, or adds it to their own user. */
export const flowTypes = ["authenticate", "link"] as const;

/** How long a person may take at the provider. The browser's cookie is valid as long. */
export const flowLifetimeMillis = 10 * minutes;

/** How long an app may take to redeem its code. */
export const codeLifetimeMillis = 5 * minutes;

/** How long a second use of a code is noticed. */
export const usedCodeKeptMillis = 24 * 60 * minutes;

/** Browsers get a page for people where other clients get an error. */
const accept = headerText.optional().meta({ description: "With `text/html`, errors without a redirect are pages" });

/** The provider's response: `state`, then `code` or `error`, and further fields. */
const ProviderResponse = z.object({ state: opaque.optional() }).catchall(opaque);

export const linkWithoutToken = plainError(400, "?token= query parameter is required for link type");
export const tokenOfOtherProject = plainError(403, "The access token is not valid for this project");

const advice = "If you are the admin of this project, please check the provider's configuration.";

export const codeRefused = plainError(400, "Inner OAuth callback failed due to invalid grant. Please try again.");
export const clientRefused = plainError(400, ({ problem }: { problem: string }) => `${problem} ${advice}`);
export const scopesRefused = plainError(
  400,
  ({ problem, scopes }: { problem: string; scopes: string }) => `${problem} Asked for: ${scopes}. ${advice}`,
);
export const providerFailed = plainError(400, ({ problem }: { problem: string }) => problem);

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

export const authorize = endpoint("GET /auth/oauth/authorize/{provider_id}", {
  summary: "Send a browser to a provider to sign in, or to link an account",
  description:
    "The authorization endpoint of OAuth 2.0 (RFC 6749) with PKCE (RFC 7636), which is required. Responds with a redirect to the provider and a cookie that binds the flow to the browser. Once the client is right, errors with a code go to the app's error page, if the project trusts it; otherwise they are returned directly, to browsers as a page.",
  access: "public",
  limit: "sign-in",
  params: z.strictObject({ provider_id: shortText }),
  query: z.strictObject({
    client_id: shortText.meta({ description: "The project's id, optionally followed by `#main`" }),
    client_secret: shortText.meta({ description: "A publishable client key" }),
    redirect_uri: url.meta({
      description: "Where the code is sent. Must be trusted, which is checked at the callback",
    }),
    scope: shortText.meta({ description: "`legacy`" }),
    state: opaque.meta({ description: "Returned with the code as it is" }),
    grant_type: z.enum(["authorization_code"]),
    code_challenge: shortText.min(1),
    code_challenge_method: z.enum(["S256"]),
    response_type: z.enum(["code"]),
    type: z.enum(flowTypes).default("authenticate"),
    token: opaque.optional().meta({
      description:
        "An access token of the user who links the account, or of an anonymous user that the sign-in upgrades",
    }),
    provider_scope: opaque.optional().meta({ description: "More scopes of the provider's, separated by spaces" }),
    error_redirect_uri: url
      .optional()
      .meta({ description: "Where errors are sent, as `errorCode`, `message` and `details` in the query" }),
    error_redirect_url: url
      .optional()
      .meta({ deprecated: true, description: "An older name of `error_redirect_uri`, which wins" }),
    after_callback_redirect_url: opaque
      .optional()
      .meta({ description: "Returned with the tokens. A path, or a URL that the project trusts" }),
  }),
  headers: z.object({ accept }),
  response: "response",
  errors: authorizeErrors,
});

export const noInnerCookie = plainError(
  400,
  "Inner OAuth cookie not found. This is likely because you refreshed the page during the OAuth sign in process. Please try signing in again",
);
export const noRequest = plainError(400, "Invalid OAuth cookie. Please try signing in again.");
export const invalidScope = plainError(400, "Invalid scope requested. Please check the scopes you are requesting.");

/** The errors of an account that can neither sign in nor be linked. */
const accountErrors = [
  "USER_RESTRICTED",
  "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
  "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
  "SIGN_UP_NOT_ENABLED",
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
  invalidScope,
  ...providerErrors,
] as const;

export type CallbackError = (typeof callbackErrors)[number];

// Not limited: a response needs the state of a flow that `authorize` has begun, which is limited.
const callback = {
  description:
    "Responds with a redirect to the app: with a code, or to its error page. Without one that the project trusts, errors are returned directly, to browsers as a page.",
  access: "public",
  params: z.strictObject({ provider_id: shortText }),
  headers: z.object({ cookie: headerText.optional(), accept }),
  response: "response",
  errors: callbackErrors,
} as const;

export const readCallback = endpoint("GET /auth/oauth/callback/{provider_id}", {
  summary: "Where a provider sends the browser back to",
  ...callback,
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
);
export const wrongRedirectUri = plainError(
  400,
  "Invalid redirect URI. Your redirect URI must be the same as the one used to get the authorization code.",
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
  headers: z.object({ authorization: headerText.optional() }),
  body: z.looseObject({
    grant_type: z.enum(["authorization_code", "refresh_token"]),
    client_id: shortText.optional(),
    client_secret: shortText.optional(),
    refresh_token: opaque.optional().meta({ description: "Required to refresh" }),
    code: opaque.optional().meta({ description: "Required, as the next two, to exchange an authorization code" }),
    redirect_uri: text(1_000_000).optional(),
    code_verifier: shortText.optional(),
  }),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.number().meta({ description: "Seconds" }),
    scope: z.literal("legacy"),
    refresh_token: z.string().optional().meta({ description: "For an authorization code, as all that follows" }),
    is_new_user: z.boolean().optional(),
    after_callback_redirect_url: z.string().nullable().optional().meta({ description: "As the app sent it" }),
    newUser: z.boolean().optional().meta({ deprecated: true, description: "An older name of `is_new_user`" }),
    afterCallbackRedirectUrl: z
      .string()
      .nullable()
      .optional()
      .meta({ deprecated: true, description: "An older name of `after_callback_redirect_url`" }),
  }),
  errors: ["INVALID_OAUTH_CLIENT_ID_OR_SECRET", ...signInErrors, ...redemptionErrors],
});
