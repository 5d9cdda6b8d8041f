// API keys: what users and teams give to programs of theirs, so that a project's backend can look up their owner. Their
// owners manage them at client tier; backends check them.
import * as z from "zod";
import { clientOrHigher, endpoint, serverOrHigher } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { listOf, longText, millis, Success, userIdOrMe, uuid } from "../../protocol/fields";
import { ours } from "../../protocol/official-clients";
import { keysAtCap } from "../caps/contract";
import { MaskedKey, notReplaceable, Replacement } from "../projects/internal-keys/contract";

const shown = {
  id: z.string().describe("The id of the key, a UUID."),
  description: z.string().describe("A text for people that says what the key is for."),
  created_at_millis: millis.describe("When the key was created, in milliseconds since the Unix epoch."),
  expires_at_millis: millis
    .optional()
    .describe("When the key expires, in milliseconds since the Unix epoch. Absent for a key that never does."),
  manually_revoked_at_millis: millis
    .optional()
    .describe("When the key was revoked, in milliseconds since the Unix epoch. Absent while it has not been."),
  replaced_by_id: ours(z.string().optional().describe("The key that was created in its place.")),
  is_public: z
    .boolean()
    .describe(
      "Whether the key is meant to be read by others (`pk_…`), such as in a page's source. Public keys cannot be revoked.",
    ),
  value: MaskedKey.describe("What is shown of the key."),
};

export const UserApiKey = z
  .object({
    ...shown,
    type: z.literal("user").describe("Whose key it is."),
    user_id: z.string().describe("The id of the user whose key it is."),
  })
  .meta({ id: "UserApiKey" });
export const TeamApiKey = z
  .object({
    ...shown,
    type: z.literal("team").describe("Whose key it is."),
    team_id: z.string().describe("The id of the team whose key it is."),
    created_by_user_id: ours(z.string().optional().describe("Its creator. For servers only.")),
    creator_has_left: ours(z.boolean().optional().describe("Whether they left the team.")),
  })
  .meta({ id: "TeamApiKey" });

const fullText = { value: z.string().describe("The key itself, shown this once.") };

/** A key at its creation. */
export const CreatedUserApiKey = UserApiKey.extend(fullText).meta({ id: "CreatedUserApiKey" });
export const CreatedTeamApiKey = TeamApiKey.extend(fullText).meta({ id: "CreatedTeamApiKey" });

const creation = {
  description: longText.describe("A text for people that says what the key is for."),
  expires_at_millis: millis
    .nullable()
    .describe("When the key expires, in milliseconds since the Unix epoch. `null` or 0 for a key that never does."),
  replaces: Replacement.optional().describe("Which it replaces."),
  is_public: z
    .boolean()
    .default(false)
    .describe(
      "Whether the key is meant to be read by others (`pk_…`), such as in a page's source. Public keys cannot be revoked.",
    ),
};

const Update = z
  .strictObject({
    description: longText.optional().describe("A text for people that says what the key is for."),
    revoked: z.literal(true).optional().describe("`true` revokes the key at once and for good."),
  })
  .meta({ id: "ApiKeyUpdate" });

export type ApiKeyUpdate = z.output<typeof Update>;

/** One declaration for all endpoints on keys of users, and one for teams', of which only the lists use it. */
const UserQuery = z.strictObject({
  user_id: userIdOrMe
    .optional()
    .describe("Whose keys to list: a user id, or `me`. Required by the list, and ignored elsewhere."),
});
const TeamQuery = z.strictObject({ team_id: uuid.describe("The team whose key it is.") });

const params = z.strictObject({ api_key_id: uuid.describe("The id of the key, a UUID.") });

const Check = z.strictObject({
  api_key: longText.describe("The full text of the key, `sk_…` or `pk_…`."),
});

const oneKey = { access: clientOrHigher, params } as const;

export const userKeysDisabled = plainError(400, "User API keys are not enabled for this project.", {
  remedy: "Switch them on in the project's settings.",
});
export const teamKeysDisabled = plainError(400, "Team API keys are not enabled for this project.", {
  remedy: "Switch them on in the project's settings.",
});
export const notOwnKey = plainError(403, "Client can only manage their own api keys", {
  remedy: "Name the signed-in user, or request it from a server.",
});

export { notReplaceable };

const userErrors = [userKeysDisabled, "USER_AUTHENTICATION_REQUIRED", notOwnKey] as const;
const teamErrors = [teamKeysDisabled, "USER_AUTHENTICATION_REQUIRED", "API_KEY_NOT_FOUND"] as const;
const checkErrors = ["API_KEY_NOT_FOUND", "WRONG_API_KEY_TYPE", "API_KEY_EXPIRED", "API_KEY_REVOKED"] as const;

export const listUserApiKeys = endpoint("GET /user-api-keys", {
  summary: "List the API keys of a user, newest first",
  access: clientOrHigher,
  query: UserQuery,
  response: listOf(UserApiKey),
  errors: userErrors,
});

export const createUserApiKey = endpoint("POST /user-api-keys", {
  summary: "Create an API key of a user",
  description: "The full key is in this response only.",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  body: z.strictObject({
    ...creation,
    user_id: userIdOrMe.describe("Whose key it becomes: a user id, or `me` for the signed-in user."),
  }),
  response: CreatedUserApiKey,
  errors: ["RESTRICTED_USER_NOT_ALLOWED", ...userErrors, keysAtCap, "USER_NOT_FOUND", notReplaceable],
});

export const readUserApiKey = endpoint("GET /user-api-keys/{api_key_id}", {
  ...oneKey,
  summary: "Read an API key of a user",
  query: UserQuery,
  response: UserApiKey,
  errors: [...userErrors, "API_KEY_NOT_FOUND"],
});

export const updateUserApiKey = endpoint("PATCH /user-api-keys/{api_key_id}", {
  ...oneKey,
  changesCredentials: { of: "named user" },
  summary: "Change the description of a user's API key, or revoke it",
  query: UserQuery,
  body: Update,
  response: UserApiKey,
  errors: [...userErrors, "API_KEY_NOT_FOUND", "PUBLIC_API_KEY_CANNOT_BE_REVOKED"],
});

export const checkUserApiKey = endpoint("POST /user-api-keys/check", {
  summary: "Look up the user of an API key, if it is valid",
  access: serverOrHigher,
  body: Check,
  response: UserApiKey,
  errors: [userKeysDisabled, ...checkErrors],
});

export const listTeamApiKeys = endpoint("GET /team-api-keys", {
  summary: "List the API keys of a team, newest first; clients need `$manage_api_keys`",
  access: clientOrHigher,
  query: TeamQuery,
  response: listOf(TeamApiKey),
  errors: teamErrors,
});

export const createTeamApiKey = endpoint("POST /team-api-keys", {
  summary: "Create an API key of a team; clients need `$manage_api_keys`",
  description: "The full key is in this response only.",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  body: z.strictObject({ ...creation, team_id: uuid.describe("The team whose key it becomes.") }),
  response: CreatedTeamApiKey,
  errors: ["RESTRICTED_USER_NOT_ALLOWED", ...teamErrors, keysAtCap, "TEAM_NOT_FOUND", notReplaceable],
});

export const readTeamApiKey = endpoint("GET /team-api-keys/{api_key_id}", {
  ...oneKey,
  summary: "Read an API key of a team; clients need `$manage_api_keys`",
  query: TeamQuery,
  response: TeamApiKey,
  errors: teamErrors,
});

export const updateTeamApiKey = endpoint("PATCH /team-api-keys/{api_key_id}", {
  ...oneKey,
  changesCredentials: { of: "named user" },
  summary: "Change the description of a team's API key, or revoke it; clients need `$manage_api_keys`",
  query: TeamQuery,
  body: Update,
  response: TeamApiKey,
  errors: [...teamErrors, "PUBLIC_API_KEY_CANNOT_BE_REVOKED"],
});

export const checkTeamApiKey = endpoint("POST /team-api-keys/check", {
  summary: "Look up the team of an API key, if it is valid",
  access: serverOrHigher,
  body: Check,
  response: TeamApiKey,
  errors: [teamKeysDisabled, ...checkErrors],
});

export const revokeLeakedApiKey = endpoint("POST /integrations/credential-scanning/revoke", {
  summary: "Revoke an API key that was found in public, and email its owners",
  access: "public",
  limit: "sign-in",
  body: Check,
  response: Success,
  errors: ["API_KEY_NOT_FOUND", "PUBLIC_API_KEY_CANNOT_BE_REVOKED", "API_KEY_EXPIRED"],
});
