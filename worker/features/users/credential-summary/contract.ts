// What a project's owners see of a user's credentials beside the user itself; never a secret.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { integer, millis, uuid } from "../../../protocol/fields";

export const readCredentialSummary = endpoint("GET /internal/users/{user_id}/credentials", {
  summary: "Read how many recovery codes a user has left, and what tokens of providers are stored for them",
  access: adminOnly,
  params: z.strictObject({ user_id: uuid }),
  response: z.object({
    remaining_recovery_codes: integer,
    provider_tokens: z.array(
      z.object({
        oauth_provider_id: z.string().meta({ description: "The id of the link, as in `GET /oauth-providers`" }),
        scopes: z.array(z.string()).meta({ description: "The scopes that the user was asked for" }),
        created_at_millis: millis,
        is_usable: z.boolean().meta({ description: "Whether the access token lasts, or can be renewed" }),
      }),
    ),
  }),
  errors: ["USER_NOT_FOUND"],
});
