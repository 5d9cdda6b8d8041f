// Connected accounts: the use of a provider's API in a user's name, with the access tokens that the provider gave for it.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../../protocol/error-definitions";
import { listOf, opaque, shortText, userIdOrMe } from "../../../protocol/fields";

const TokenRequest = z
  .strictObject({
    scope: opaque.optional().describe("The scopes that the token must have, separated by spaces."),
  })
  .meta({ id: "ProviderTokenRequest" });

const AccessToken = z
  .object({
    access_token: z.string().describe("An access token of the provider, for its API."),
  })
  .meta({ id: "ProviderAccessToken" });

export const notOwnAccounts = plainError(403, "Client can only access its own connected accounts", {
  remedy: "Name the signed-in user, or request it from a server.",
});

export const clientSecretUnreadable = plainError(
  400,
  ({ problem }: { problem: string }) =>
    `${problem} If you are the admin of this project, please enter it again in the provider's configuration.`,
  { remedy: "Save the client secret again in the project's settings." },
);

const tokenErrors = [
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
  "USER_NOT_FOUND",
  "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER",
  "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE",
  clientSecretUnreadable,
  tooManyRequests,
] as const;

/** Names what either endpoint fails with. */
export type TokenError = (typeof tokenErrors)[number];

export const createAccessToken = endpoint("POST /connected-accounts/{user_id}/{provider_id}/access-token", {
  summary: "Get an access token for a provider's API in the name of a user",
  description:
    "The token works at the provider and does not expire for 5 minutes. While another request is renewing it for longer than " +
    "usual, the response is 429 with `Retry-After`.",
  access: clientOrHigher,
  takesImpersonation: true,
  params: z.strictObject({
    user_id: userIdOrMe.describe("Whose account: a user id, or `me` for the signed-in user."),
    provider_id: shortText.describe("The provider's id in the project's configuration, such as `google`."),
  }),
  body: TokenRequest,
  response: AccessToken,
  status: 201,
  errors: ["RESTRICTED_USER_NOT_ALLOWED", notOwnAccounts, ...tokenErrors],
});

const ConnectedAccount = z
  .object({
    user_id: z.string().describe("The id of the user, a UUID."),
    provider: z.string().describe("The provider's id in the project's configuration, such as `google`."),
    provider_account_id: z.string().describe("The id of the account at the provider."),
  })
  .meta({ id: "ConnectedAccount" });

export const listConnectedAccounts = endpoint("GET /connected-accounts/{user_id}", {
  summary: "List the accounts with which the project may use providers' APIs in the name of a user",
  access: clientOrHigher,
  params: z.strictObject({
    user_id: userIdOrMe.describe("Whose accounts: a user id, or `me` for the signed-in user."),
  }),
  response: listOf(ConnectedAccount),
  errors: [notOwnAccounts],
});

export const createTokenOfAccount = endpoint(
  "POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token",
  {
    summary: "Get an access token for a provider's API in the name of one of a user's accounts there",
    description: "The same as without an account, which is whichever has a token that lasts longest.",
    access: clientOrHigher,
    takesImpersonation: true,
    params: z.strictObject({
      user_id: userIdOrMe.describe("Whose account: a user id, or `me` for the signed-in user."),
      provider_id: shortText.describe("The provider's id in the project's configuration, such as `google`."),
      provider_account_id: shortText.describe("The id of the account at the provider, percent-encoded."),
    }),
    body: TokenRequest,
    response: AccessToken,
    status: 201,
    errors: ["RESTRICTED_USER_NOT_ALLOWED", notOwnAccounts, ...tokenErrors],
  },
);

export const createOwnAccessToken = endpoint("POST /auth/oauth/connected-accounts/{provider_id}/access-token", {
  summary: "Get an access token for a provider's API in the name of the signed-in user",
  description: "Deprecated: use `POST /connected-accounts/me/{provider_id}/access-token`.",
  access: clientOrHigher,
  takesImpersonation: true,
  params: z.strictObject({
    provider_id: shortText.describe("The provider's id in the project's configuration, such as `google`."),
  }),
  body: TokenRequest,
  response: AccessToken,
  status: 201,
  errors: ["RESTRICTED_USER_NOT_ALLOWED", "CANNOT_GET_OWN_USER_WITHOUT_USER", ...tokenErrors],
});
