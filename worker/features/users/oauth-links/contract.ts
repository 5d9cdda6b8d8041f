// OAuth providers of a user: the accounts at providers that sign the user in, or whose API the project may use for them.
// Servers see and change those of all users; a client only those of its own user, and adds to them by signing in
// at the provider.
import * as z from "zod";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { email, listOf, millis, Success, shortText, text, userIdOrMe, uuid } from "../../../protocol/fields";
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
  created_at_millis: millis,
});

export const ServerLink = ClientLink.extend({
  account_id: z.string().meta({ description: "The id of the account at the provider" }),
});

const accountId = text(256).min(1, "{path} must not be empty");

const LinkCreation = z.strictObject({
  user_id: userIdOrMe,
  provider_config_id: shortText,
  account_id: accountId,
  email: email.optional(),
  allow_sign_in: z.boolean(),
  allow_connected_accounts: z.boolean(),
});

const ClientLinkUpdate = z.strictObject({
  allow_sign_in: z.boolean().optional(),
  allow_connected_accounts: z.boolean().optional(),
});

export const ServerLinkUpdate = ClientLinkUpdate.extend({
  account_id: accountId.optional(),
  email: email.optional(),
});

/** One declaration for all requests on links, of which only the list reads it. */
const LinkQuery = z.strictObject({ user_id: userIdOrMe.optional() });

const LinkParams = z.strictObject({ user_id: userIdOrMe, provider_id: uuid });

const link = tiers({ client: ClientLink, server: ServerLink });

/** The list of a whole project is one response; beyond this length it must be requested by user. */
export const longestList = 10_000;

export const notOwnLinks = plainError(
  403,
  ({ verb }: { verb: "read" | "list" | "update" | "delete" }) =>
    `Client can only ${verb} OAuth providers for their own user.`,
);
export const tooManyLinks = plainError(
  400,
  `The project has more than ${longestList} OAuth provider links. Please give a user_id.`,
);
export const linkNotFound = plainError(
  404,
  ({ provider_id, user_id }: { provider_id: string; user_id: string }) =>
    `OAuth provider ${provider_id} for user ${user_id} not found`,
);
export const providerNotConfigured = plainError(
  404,
  ({ providerConfigId }: { providerConfigId: string }) =>
    `OAuth provider ${providerConfigId} not found or not configured`,
);
export const secondSignIn = plainError(
  400,
  "The same provider type with sign-in enabled already exists for this user.",
);
export const accountAlreadyLinked = plainError(
  400,
  "The same provider type with the same account ID already exists for this user.",
);

const clientErrors = ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnLinks, "USER_NOT_FOUND"] as const;
const writeErrors = [
  providerNotConfigured,
  "USER_NOT_FOUND",
  secondSignIn,
  accountAlreadyLinked,
  "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
] as const;

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
  errors: writeErrors,
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
