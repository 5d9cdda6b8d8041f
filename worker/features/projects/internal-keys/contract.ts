// The keys with which a website (client tier), a backend (server tier) and an owner (admin tier) send requests to the API.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { flag, listOf, longText, millis, noQuery, Success, uuid } from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";

const base = {
  id: z.string().describe("The id of the key set, a UUID."),
  description: z.string().describe("A text for people that says where the keys are used."),
  created_at_millis: millis.describe("When it was created, in milliseconds since the Unix epoch."),
  expires_at_millis: millis.describe("When it expires, in milliseconds since the Unix epoch."),
};

/** What is shown of a key once it was created. */
export const MaskedKey = z
  .object({
    last_four: z.string().describe("Its last four characters, to distinguish keys."),
    last_used_at_millis: ours(millis.optional().describe("When it was last used, to the hour.")),
    last_used_network: ours(z.string().optional().describe("An IPv4 address or an IPv6 /64.")),
    last_used_client: ours(z.string().optional().describe("A client's version, or a user agent.")),
  })
  .meta({ id: "MaskedKey" });

/** Names what a new key, or a new key set, takes the place of. */
export const Replacement = z
  .strictObject({
    id: uuid.describe("That of the replaced one."),
    works_until_millis: millis.describe("Until when it works. The past revokes it."),
  })
  .meta({ id: "KeyReplacement" });

export const notReplaceable = plainError(
  409,
  "Only keys of the same owner that can be used, are secret and were not replaced can be replaced.",
  {
    remedy: "Create a new key without `replaces`.",
  },
);

const masked = MaskedKey.optional();

const PublishableKey = MaskedKey.extend({
  key: ours(
    z.string().optional().describe("The key itself, which is public. Absent if it was created before the API kept it."),
  ),
}).meta({ id: "PublishableKey" });

/**
 * A key set as it is listed: the publishable key, and of each other key only the last four characters. Kinds that the set lacks
 * are absent.
 */
export const InternalApiKey = z
  .object({
    ...base,
    manually_revoked_at_millis: millis
      .optional()
      .describe("When it was revoked, in milliseconds since the Unix epoch. Absent while it has not been."),
    created_by_owner_id: ours(z.string().optional().describe("The owner who created it, if one did.")),
    created_by_key_id: ours(z.string().optional().describe("The set whose admin key did.")),
    replaced_by_id: ours(z.string().optional().describe("The set that was created in its place.")),
    publishable_client_key: PublishableKey.optional().describe(
      "The key of the client tier; absent if the set has none.",
    ),
    secret_server_key: masked.describe("The key of the server tier; absent if the set has none."),
    super_secret_admin_key: masked.describe("The key of the admin tier; absent if the set has none."),
  })
  .meta({ id: "InternalApiKey" });

/** A key set at its creation, the one time that its secret keys are shown. */
export const CreatedInternalApiKey = z
  .object({
    ...base,
    publishable_client_key: z.string().optional().describe("The key of the client tier; absent if the set has none."),
    secret_server_key: z.string().optional().describe("The key of the server tier; absent if the set has none."),
    super_secret_admin_key: z.string().optional().describe("The key of the admin tier; absent if the set has none."),
  })
  .meta({ id: "CreatedInternalApiKey" });

export const impersonationRefused = plainError(403, "An impersonation session cannot create keys, which outlast it.", {
  remedy: "Create the keys as yourself.",
});

const params = z.strictObject({ api_key_id: uuid.describe("The id of the key set, a UUID.") });

/** The endpoints on key sets, which integrations have under a base of their own. */
function keySetEndpoints<const Base extends "internal" | "integrations/neon">(base: Base) {
  return {
    list: endpoint(`GET /${base}/api-keys`, {
      summary: "List the project's key sets, newest first",
      access: adminOnly,
      query: noQuery,
      response: listOf(InternalApiKey),
    }),

    create: endpoint(`POST /${base}/api-keys`, {
      summary: "Create a key set",
      description:
        "The secret keys are in this response only. With `replaces`, another set is rolled: it works until the given time, and is revoked in the same write where that is not ahead.",
      access: adminOnly,
      body: z
        .strictObject({
          description: longText.describe("A text for people that says where the keys are used."),
          expires_at_millis: millis.describe("When it expires, in milliseconds since the Unix epoch."),
          has_publishable_client_key: flag.describe("Whether the set gets a key of the client tier."),
          has_secret_server_key: flag.describe("Whether the set gets a key of the server tier."),
          has_super_secret_admin_key: flag.describe("Whether the set gets a key of the admin tier."),
          replaces: Replacement.optional().describe("Which it replaces."),
        })
        .meta({ id: "InternalApiKeyCreation" }),
      response: CreatedInternalApiKey,
      errors: [impersonationRefused, "API_KEY_NOT_FOUND", notReplaceable],
    }),

    read: endpoint(`GET /${base}/api-keys/{api_key_id}`, {
      summary: "Read a key set",
      access: adminOnly,
      params,
      query: noQuery,
      response: InternalApiKey,
      errors: ["API_KEY_NOT_FOUND"],
    }),

    update: endpoint(`PATCH /${base}/api-keys/{api_key_id}`, {
      summary: "Describe a key set anew, or revoke it",
      access: adminOnly,
      params,
      query: noQuery,
      body: z
        .strictObject({
          description: longText.optional().describe("A text for people that says where the keys are used."),
          revoked: z.literal(true).optional().describe("`true` revokes all keys of the set at once and for good."),
        })
        .meta({ id: "InternalApiKeyUpdate" }),
      response: InternalApiKey,
      errors: ["API_KEY_NOT_FOUND"],
    }),
  };
}

export const internal = keySetEndpoints("internal");
export const {
  list: listInternalApiKeys,
  create: createInternalApiKey,
  read: readInternalApiKey,
  update: updateInternalApiKey,
} = internal;

export const neon = keySetEndpoints("integrations/neon");

export const deleteNeonApiKey = endpoint("DELETE /integrations/neon/api-keys/{api_key_id}", {
  summary: "Delete a key set",
  description: "Its keys stop working at once, and it is listed no more. To keep it on the list, revoke it instead.",
  access: adminOnly,
  params,
  query: noQuery,
  response: Success,
  errors: ["API_KEY_NOT_FOUND"],
});
