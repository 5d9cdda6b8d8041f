// Users: the people who sign in to a project. Servers see and change all users; a client sees and changes its own user,
// which is `me`.
import * as z from "zod";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../../protocol/error-definitions";
import {
  base64,
  cursor,
  email,
  integer,
  metadata,
  millis,
  noQuery,
  pageOf,
  password,
  Success,
  shortText,
  storedEmail,
  text,
  trueOrFalse,
  url,
  userDisplayName,
  uuid,
} from "../../../protocol/fields";
import { tiers } from "../../../protocol/tiers";
import { channelsAtCap } from "../../caps/contract";
import { imageNotUploaded, imageRefused } from "../../images/contract";
import { projectsWithoutOwner } from "../../projects/contract";
import { ClientTeam, omitMetadata, ServerTeam } from "../../teams/contract";

/** One account at an OAuth provider. `id` is the provider's id in the project's configuration. */
export const LinkedAccount = z.object({
  id: z.string(),
  account_id: z.string(),
  email: z.string().nullable(),
});

export const ClientUser = z.object({
  id: z.string(),
  display_name: z.string().nullable(),
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  profile_image_url: z.string().nullable(),
  signed_up_at_millis: millis,
  client_metadata: metadata,
  client_read_only_metadata: metadata,
  has_password: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  auth_with_email: z.boolean().meta({ deprecated: true, description: "Has a password, or signs in by e-mail codes" }),
  requires_totp_mfa: z.boolean(),
  oauth_providers: z.array(LinkedAccount),
  selected_team_id: z.string().nullable(),
  selected_team: ClientTeam.nullable(),
  is_anonymous: z.boolean(),
});

export const ServerUser = ClientUser.extend({
  primary_email_auth_enabled: z.boolean(),
  last_active_at_millis: millis,
  server_metadata: metadata,
  selected_team: ServerTeam.nullable(),
  restricted_at_millis: millis.nullable(),
});

/** Whether a user is kept from signing in. */
export const Restriction = z.object({
  restricted_at_millis: millis.nullable(),
  reason: z.string().nullable(),
});

/** The secret of an authenticator app. RFC 4226 section 4 recommends 20 bytes. */
const totpSecret = base64(256).min(1, "{path} must not be empty");

const ClientUserUpdate = z.strictObject({
  display_name: userDisplayName.optional(),
  profile_image_url: url.nullable().optional(),
  client_metadata: metadata.optional(),
  selected_team_id: uuid.nullable().optional(),
  totp_secret_base64: totpSecret.nullable().optional(),
  otp_auth_enabled: z.boolean().optional(),
  passkey_auth_enabled: z.boolean().optional(),
});

const ServerUserUpdate = ClientUserUpdate.extend({
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
  primary_email: storedEmail.nullable().optional(),
  primary_email_verified: z.boolean().optional(),
  primary_email_auth_enabled: z.boolean().optional(),
  password: password.nullable().optional(),
  password_hash: shortText.min(1, "{path} must not be empty").optional(),
  is_anonymous: z
    .literal(false, {
      error: ({ input }) => (input === null ? undefined : "{path} must be one of the following values: false"),
    })
    .optional(),
});

const UserCreation = ServerUserUpdate.omit({ selected_team_id: true }).extend({
  is_anonymous: z.boolean().optional(),
  oauth_providers: z
    .array(
      z.strictObject({
        id: shortText,
        account_id: text(256).min(1, "{path} must not be empty"),
        email: email.nullable().default(null),
      }),
    )
    .max(100)
    .optional(),
});

/** The fields of an update that change how the user signs in. */
const credentialFields = [
  "totp_secret_base64",
  "otp_auth_enabled",
  "passkey_auth_enabled",
  "primary_email",
  "primary_email_verified",
  "primary_email_auth_enabled",
  "password",
  "password_hash",
  "is_anonymous",
] as const satisfies (keyof z.input<typeof ServerUserUpdate>)[];

export type UserUpdate = z.output<typeof ServerUserUpdate>;
export type UserCreation = z.output<typeof UserCreation>;
/** What creations and updates have in common. */
export type UserWrite = Omit<UserUpdate, "selected_team_id" | "is_anonymous">;

const userUpdate = tiers({ client: ClientUserUpdate, server: ServerUserUpdate });
const userResponse = tiers({ client: ClientUser, server: ServerUser });

export const twoPasswords = plainError(400, "Cannot set both password and password_hash at the same time.");
export const unsupportedPasswordHash = plainError(
  400,
  "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.",
);
export const emailMissing = plainError(
  400,
  ({ field }: { field: "primary_email_auth_enabled" | "primary_email_verified" }) =>
    `${field} cannot be true without primary_email`,
);
export const totpDisabled = plainError(400, "Authenticator apps are switched off in this project.");
export const otpDisabled = plainError(400, "OTP auth not enabled in the project");
export const passkeyAuthNotSettable = plainError(
  400,
  "Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method",
);
export const passwordsDisabled = plainError(400, "Password auth not enabled in the project");
export const passwordWithoutEmail = plainError(400, "A password cannot be set for a user without a primary e-mail.");
export const providerNotFound = plainError(400, ({ id }: { id: string }) => `OAuth provider ${id} not found`);
export const clientDeletionDisabled = plainError(400, "Client user deletion is not enabled for this project");

/** The errors of fields that creations and updates share. */
const writeErrors = [
  tooManyRequests,
  twoPasswords,
  unsupportedPasswordHash,
  emailMissing,
  otpDisabled,
  passkeyAuthNotSettable,
  passwordsDisabled,
  imageRefused,
  "USER_EMAIL_ALREADY_EXISTS",
] as const;

const updateErrors = [
  channelsAtCap,
  ...writeErrors,
  "USER_NOT_FOUND",
  "TEAM_MEMBERSHIP_NOT_FOUND",
  passwordWithoutEmail,
] as const;

/** One declaration for all requests to `/users`, of which only the list reads it. */
const UserQuery = z.strictObject({
  team_id: uuid.optional().meta({ description: "Only members of this team" }),
  limit: integer
    .min(1)
    .optional()
    .meta({ description: "1,000 at most, and when absent. A page ends earlier where its metadata are more than 4 MB" }),
  cursor: uuid.optional().meta({ description: "The id of the user to begin with" }),
  order_by: z.enum(["signed_up_at"]).optional(),
  desc: trueOrFalse.optional(),
  query: shortText.optional().meta({
    description:
      "A part of the display name or of an address that is primary or signs in (of one or two characters: the beginning), or an id",
  }),
  include_anonymous: trueOrFalse.optional(),
});

const ListQuery = UserQuery.extend({
  cursor: cursor
    .optional()
    .meta({ description: "The `next_cursor` of the page before, or the id of the user to begin with" }),
  order_by: z.enum(["signed_up_at", "last_active_at", "display_name"]).optional().meta({
    description:
      "By `last_active_at` only users who were active since they signed up are listed. By it and by `display_name`, neither `query` nor `team_id` is possible",
  }),
  sign_in_method: z.enum(["password", "otp", "passkey", "oauth"]).optional(),
  oauth_provider: shortText.optional().meta({ description: "Only users with an account at the provider of this id" }),
  primary_email_verified: trueOrFalse.optional(),
  requires_totp_mfa: trueOrFalse.optional(),
  is_anonymous: trueOrFalse
    .optional()
    .meta({ description: "Anonymous users only, or none; wins over `include_anonymous`" }),
  restricted: trueOrFalse.optional(),
  signed_up_since_millis: millis.optional(),
  signed_up_until_millis: millis.optional(),
  omit_metadata: omitMetadata,
}).refine(
  ({ order_by, query, team_id }) => order_by === undefined || order_by === "signed_up_at" || (!query && !team_id),
  "query.order_by must be signed_up_at with a search or a team",
);

const UserParams = z.strictObject({ user_id: uuid });

export const listUsers = endpoint("GET /users", {
  summary: "List users in the order of sign-up, or search them",
  access: serverOrHigher,
  query: ListQuery,
  response: pageOf(ServerUser),
});

export const createUser = endpoint("POST /users", {
  summary: "Create a user",
  access: serverOrHigher,
  query: UserQuery,
  body: UserCreation,
  response: ServerUser,
  status: 201,
  errors: [...writeErrors, providerNotFound, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"],
});

export const readUser = endpoint("GET /users/{user_id}", {
  summary: "Read a user",
  access: serverOrHigher,
  params: UserParams,
  query: UserQuery,
  response: ServerUser,
  errors: ["USER_NOT_FOUND"],
});

export const updateUser = endpoint("PATCH /users/{user_id}", {
  summary: "Change a user",
  access: serverOrHigher,
  params: UserParams,
  query: UserQuery,
  body: ServerUserUpdate,
  response: ServerUser,
  errors: updateErrors,
});

export const deleteUser = endpoint("DELETE /users/{user_id}", {
  summary: "Delete a user with everything that is theirs; teams stay",
  access: serverOrHigher,
  params: UserParams,
  query: UserQuery,
  response: Success,
  errors: ["USER_NOT_FOUND", projectsWithoutOwner],
});

export const readRestriction = endpoint("GET /users/{user_id}/restriction", {
  summary: "Read whether, since when and why a user is restricted",
  access: serverOrHigher,
  params: UserParams,
  response: Restriction,
  errors: ["USER_NOT_FOUND"],
});

export const restrictUser = endpoint("PUT /users/{user_id}/restriction", {
  summary: "Restrict a user: their sessions end, and they cannot sign in",
  access: serverOrHigher,
  params: UserParams,
  body: z.strictObject({ reason: text(500).nullable().default(null) }),
  response: Restriction,
  errors: ["USER_NOT_FOUND"],
});

export const liftRestriction = endpoint("DELETE /users/{user_id}/restriction", {
  summary: "Let a restricted user sign in again",
  access: serverOrHigher,
  params: UserParams,
  response: Restriction,
  errors: ["USER_NOT_FOUND"],
});

export const readOwnUser = endpoint("GET /users/me", {
  summary: "Read the signed-in user",
  access: clientOrHigher,
  query: noQuery,
  response: userResponse,
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER"],
});

export const updateOwnUser = endpoint("PATCH /users/me", {
  summary: "Change the signed-in user",
  access: clientOrHigher,
  takesImpersonation: true,
  changesCredentials: { of: "own user", by: credentialFields },
  query: noQuery,
  body: userUpdate,
  response: userResponse,
  errors: [imageNotUploaded, totpDisabled, "CANNOT_GET_OWN_USER_WITHOUT_USER", ...updateErrors],
});

export const deleteOwnUser = endpoint("DELETE /users/me", {
  summary: "Delete the signed-in user, where the project lets clients do so",
  access: clientOrHigher,
  changesCredentials: { of: "own user" },
  query: noQuery,
  response: Success,
  errors: [clientDeletionDisabled, "CANNOT_GET_OWN_USER_WITHOUT_USER", "USER_NOT_FOUND", projectsWithoutOwner],
});
