// Describes what a project's owners see of a user's credentials beside the user itself; never a secret.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { integer, millis, uuid } from "../../../protocol/fields";

export const readCredentialSummary = endpoint("GET /internal/users/{user_id}/credentials", {
  summary: "Read how many recovery codes a user has left, and what tokens of providers are stored for them",
  access: adminOnly,
  params: z.strictObject({ user_id: uuid.describe("The id of the user, a UUID.") }),
  response: z.object({
    remaining_recovery_codes: integer.describe(
      "How many recovery codes the user has not used. Users without a second factor have none.",
    ),
    provider_tokens: z
      .array(
        z
          .object({
            oauth_provider_id: z.string().describe("The id of the link, a UUID, as in `GET /oauth-providers`."),
            scopes: z.array(z.string()).describe("The scopes that the user was asked for."),
            created_at_millis: millis.describe("When the user consented, in milliseconds since the Unix epoch."),
            is_usable: z
              .boolean()
              .describe("Whether the access token has not expired, or can be renewed without the user."),
          })
          .meta({ id: "ProviderToken" }),
      )
      .describe("What the user has consented to at providers, by account and the oldest consent first."),
  }),
  errors: ["USER_NOT_FOUND"],
});
