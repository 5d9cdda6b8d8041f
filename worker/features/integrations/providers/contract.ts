// The OAuth providers of a project, one by one, for a partner that has its admin key.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { listOf, noQuery, Success } from "../../../protocol/fields";
import { OAuthProvider, OAuthProviderWrite, providerId } from "../../projects/admin-project/contract";
import { projectIsBusy } from "../../projects/changes/contract";

export const providerExists = plainError(400, "OAuth provider already exists", {
  remedy: "Change the provider instead.",
});
export const providerNotFound = plainError(404, "OAuth provider not found", {
  remedy: "Check the id: the project may not have this provider any more.",
});

const params = z.strictObject({
  oauth_provider_id: providerId.describe("The provider's id, such as `google`."),
});
const { id: _, ...fields } = OAuthProviderWrite.shape;

export const listNeonProviders = endpoint("GET /integrations/neon/oauth-providers", {
  summary: "List the OAuth providers of the project, with the secrets of its own clients",
  access: adminOnly,
  query: noQuery,
  response: listOf(OAuthProvider),
});

export const createNeonProvider = endpoint("POST /integrations/neon/oauth-providers", {
  summary: "Give the project an OAuth provider",
  access: adminOnly,
  query: noQuery,
  body: OAuthProviderWrite,
  response: OAuthProvider,
  status: 201,
  errors: [providerExists, projectIsBusy],
});

export const updateNeonProvider = endpoint("PATCH /integrations/neon/oauth-providers/{oauth_provider_id}", {
  summary: "Change an OAuth provider of the project",
  description: "Absent fields stay as they are.",
  access: adminOnly,
  params,
  query: noQuery,
  body: z.strictObject({
    ...fields,
    type: fields.type
      .optional()
      .describe("`shared` for the instance's own client at the provider, `standard` for one of the project's."),
  }),
  response: OAuthProvider,
  errors: [providerNotFound, projectIsBusy],
});

export const deleteNeonProvider = endpoint("DELETE /integrations/neon/oauth-providers/{oauth_provider_id}", {
  summary: "Take an OAuth provider from the project",
  access: adminOnly,
  params,
  query: noQuery,
  response: Success,
  errors: [providerNotFound, projectIsBusy],
});
