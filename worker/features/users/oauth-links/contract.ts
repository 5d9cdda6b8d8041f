// OAuth providers of a user: the accounts at providers that sign the user in, or whose API the project may use for them.
// Servers see and change those of all users; a client only those of its own user, and adds to them by signing in
// at the provider.
import * as z from "zod";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { email, listOf, Success, userIdOrMe, uuid } from "../../../protocol/fields";
import { tiers } from "../../../protocol/tiers";
import { providerId } from "../../projects/contract";

const ClientLink = z.object({
  id: z.string(),
  user_id: z.string(),
  provider_config_id: z.string().meta({ description: "The provider's id in the project's configuration" }),
  type: providerId,
  email: z.string().optional(),
  allow_sign_in: z.boolean(),
  allow_connected_accounts: z.boolean(),
});

export const ServerLink = ClientLink.extend({
  account_id: z.string().meta({ description: "What the provider knows the account by" }),
});

const accountId = z.string().min(1, "{path} must not be empty").max(256);

const LinkCreation = z.strictObject({
  user_id: userIdOrMe,
  provider_config_id: z.string(),
  account_id: accountId,
  email: email.max(256).optional(),
  allow_sign_in: z.boolean(),
  allow_connected_accounts: z.boolean(),
});

const ClientLinkUpdate = z.strictObject({
  allow_sign_in: z.boolean().optional(),
  allow_connected_accounts: z.boolean().optional(),
});

export const ServerLinkUpdate = ClientLinkUpdate.extend({
  account_id: accountId.optional(),
  email: email.max(256).optional(),
});

/** One declaration for all requests on links, of which only the list reads it. */
const LinkQuery = z.strictObject({ user_id: userIdOrMe.optional() });

const LinkParams = z.strictObject({ user_id: userIdOrMe, provider_id: uuid });

const link = tiers({ client: ClientLink, server: ServerLink });

export const listLinks = endpoint("GET /oauth-providers", {
  summary: "List the OAuth providers of a user or, from servers, of the project's users",
  access: clientOrHigher,
  query: LinkQuery,
  response: tiers({ client: listOf(ClientLink), server: listOf(ServerLink) }),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", "USER_NOT_FOUND"],
});

export const createLink = endpoint("POST /oauth-providers", {
  summary: "Link an account at an OAuth provider to a user",
  access: serverOrHigher,
  query: LinkQuery,
  body: LinkCreation,
  response: link,
  status: 201,
  errors: ["USER_NOT_FOUND", "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"],
});

export const readLink = endpoint("GET /oauth-providers/{user_id}/{provider_id}", {
  summary: "Read an OAuth provider of a user",
  access: clientOrHigher,
  params: LinkParams,
  query: LinkQuery,
  response: link,
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", "USER_NOT_FOUND"],
});

export const updateLink = endpoint("PATCH /oauth-providers/{user_id}/{provider_id}", {
  summary: "Change what an account at an OAuth provider may be used for",
  access: clientOrHigher,
  params: LinkParams,
  query: LinkQuery,
  body: tiers({ client: ClientLinkUpdate, server: ServerLinkUpdate }),
  response: link,
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", "USER_NOT_FOUND", "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"],
});

export const deleteLink = endpoint("DELETE /oauth-providers/{user_id}/{provider_id}", {
  summary: "Unlink an account at an OAuth provider from a user; what the project holds of its tokens goes with it",
  access: clientOrHigher,
  params: LinkParams,
  query: LinkQuery,
  response: Success,
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", "USER_NOT_FOUND"],
});
