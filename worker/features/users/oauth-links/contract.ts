// OAuth links are a user's accounts at providers. They sign the user in, or the project may use their API for the user. Servers see and
// change those of all users. A client sees and changes those of its own user alone, and adds to them by signing in at the provider.
import * as z from "zod";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { email, listOf, millis, Success, shortText, text, userIdOrMe, uuid } from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";
import { tiers } from "../../../protocol/tiers";
import { linkedAccountsAtCap } from "../../caps/contract";
import { providerId } from "../../projects/admin-project/contract";

const ClientLink = z
  .object({
    id: z.string().describe("The id of the link, a UUID."),
    user_id: z.string().describe("The id of the user whose account it is."),
    provider_config_id: z.string().describe("The provider's id in the project's configuration, such as `google`."),
    type: providerId.describe("The kind of provider."),
    email: z.string().optional().describe("The address of the account at the provider. Absent if it shared none."),
    allow_sign_in: z.boolean().describe("Whether the account signs the user in."),
    allow_connected_accounts: z
      .boolean()
      .describe("Whether the app may get access tokens for the provider's API in the user's name."),
    created_at_millis: ours(millis.describe("When it was created, in milliseconds since the Unix epoch.")),
  })
  .meta({ id: "OAuthLink" });

export const ServerLink = ClientLink.extend({
  account_id: z
    .string()
    .describe("The id that the provider gives to the account. It never changes, unlike its address."),
}).meta({ id: "ServerOAuthLink" });

const accountId = text(256)
  .min(1, "{path} must not be empty")
  .describe("The id that the provider gives to the account. It never changes, unlike its address.");

const LinkCreation = z
  .strictObject({
    user_id: userIdOrMe.describe("Whose account it becomes: a user id, or `me` for the signed-in user."),
    provider_config_id: shortText.describe("The provider's id in the project's configuration, such as `google`."),
    account_id: accountId,
    email: email.optional().describe("The address of the account at the provider, for people to recognise it."),
    allow_sign_in: z.boolean().describe("Whether the account signs the user in."),
    allow_connected_accounts: z
      .boolean()
      .describe("Whether the app may get access tokens for the provider's API in the user's name."),
  })
  .meta({ id: "OAuthLinkCreation" });

const ClientLinkUpdate = z
  .strictObject({
    allow_sign_in: z.boolean().optional().describe("Whether the account signs the user in."),
    allow_connected_accounts: z
      .boolean()
      .optional()
      .describe("Whether the app may get access tokens for the provider's API in the user's name."),
  })
  .meta({ id: "OAuthLinkUpdate" });

export const ServerLinkUpdate = ClientLinkUpdate.extend({
  account_id: accountId.optional(),
  email: email.optional().describe("The address of the account at the provider, for people to recognise it."),
}).meta({ id: "ServerOAuthLinkUpdate" });

/** One declaration for all requests on links, of which only the list reads it. */
const LinkQuery = z.strictObject({
  user_id: userIdOrMe.optional().describe("Lists only the accounts of this user; a client names its own, or `me`."),
});

const LinkParams = z.strictObject({
  user_id: userIdOrMe.describe("Whose account: a user id, or `me` for the signed-in user."),
  provider_id: uuid.describe("The id of the link, a UUID."),
});

const link = tiers({ client: ClientLink, server: ServerLink });

/** The list of a whole project is one response; beyond this length it must be requested by user. */
export const maxListLength = 10_000;

export const notOwnLinks = plainError(
  403,
  ({ verb }: { verb: "read" | "list" | "update" | "delete" }) =>
    `Client can only ${verb} OAuth providers for their own user.`,
  { remedy: "Name the signed-in user, or request it from a server." },
);
export const tooManyLinks = plainError(
  400,
  `The project has more than ${maxListLength} OAuth provider links. Please give a user_id.`,
  { remedy: "Request the list user by user." },
);
export const linkNotFound = plainError(
  404,
  ({ provider_id, user_id }: { provider_id: string; user_id: string }) =>
    `OAuth provider ${provider_id} for user ${user_id} not found`,
  { remedy: "List the user's accounts: it may have been unlinked." },
);
export const providerNotConfigured = plainError(
  404,
  ({ providerConfigId }: { providerConfigId: string }) =>
    `OAuth provider ${providerConfigId} not found or not configured`,
  { remedy: "Configure the provider in the project's settings." },
);
export const secondSignIn = plainError(
  400,
  "The same provider type with sign-in enabled already exists for this user.",
  { remedy: "Switch `allow_sign_in` off for the other account of the provider first." },
);
export const accountAlreadyLinked = plainError(
  400,
  "The same provider type with the same account ID already exists for this user.",
  { remedy: "The account is linked: nothing is left to do." },
);

const clientErrors = ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnLinks, "USER_NOT_FOUND"] as const;
const writeErrors = [
  providerNotConfigured,
  "USER_NOT_FOUND",
  secondSignIn,
  accountAlreadyLinked,
  "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
] as const;

export type WriteError = (typeof writeErrors)[number];

export const listLinks = endpoint("GET /oauth-providers", {
  summary: "List the OAuth providers of a user or, from servers, of the project's users",
  access: clientOrHigher,
  query: LinkQuery,
  response: tiers({ client: listOf(ClientLink), server: listOf(ServerLink) }),
  errors: [...clientErrors, tooManyLinks],
});

export const createLink = endpoint("POST /oauth-providers", {
  summary: "Link an account at an OAuth provider to a user",
  access: serverOrHigher,
  query: LinkQuery,
  body: LinkCreation,
  response: link,
  status: 201,
  errors: [...writeErrors, linkedAccountsAtCap],
});

export const readLink = endpoint("GET /oauth-providers/{user_id}/{provider_id}", {
  summary: "Read an OAuth provider of a user",
  access: clientOrHigher,
  params: LinkParams,
  query: LinkQuery,
  response: link,
  errors: [...clientErrors, linkNotFound, providerNotConfigured],
});

export const updateLink = endpoint("PATCH /oauth-providers/{user_id}/{provider_id}", {
  summary: "Change what an account at an OAuth provider may be used for",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  params: LinkParams,
  query: LinkQuery,
  body: tiers({ client: ClientLinkUpdate, server: ServerLinkUpdate }),
  response: link,
  errors: [...clientErrors, linkNotFound, ...writeErrors],
});

export const deleteLink = endpoint("DELETE /oauth-providers/{user_id}/{provider_id}", {
  summary: "Unlink an account at an OAuth provider from a user; what the project holds of its tokens goes with it",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  params: LinkParams,
  query: LinkQuery,
  response: Success,
  errors: [...clientErrors, linkNotFound],
});
