// Users: the people who sign in to a project. Servers see and change all users; a client sees and changes its own user,
// which is `me`.
import * as z from "zod";
import { moreToDelete } from "../../../protocol/common-errors";
import { adminOnly, clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../../protocol/error-definitions";
import {
  cursor,
  integer,
  millis,
  noQuery,
  pageOf,
  Success,
  shortText,
  text,
  trueOrFalse,
  uuid,
} from "../../../protocol/fields";
import { tiers } from "../../../protocol/tiers";
import { channelsAtCap, linkedAccountsAtCap } from "../../caps/contract";
import { imageNotUploaded, imageRefused } from "../../images/contract";
import { projectsWithoutOwner } from "../../projects/changes/contract";
import { omitMetadata } from "../../teams/contract";
import {
  ClientUser,
  ClientUserUpdate,
  RestrictedReason,
  ServerUser,
  ServerUserUpdate,
  Suspension,
  UserCreation,
} from "./shapes/contract";

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

const userUpdate = tiers({ client: ClientUserUpdate, server: ServerUserUpdate });

const userResponse = tiers({ client: ClientUser, server: ServerUser });

export const twoPasswords = plainError(400, "Cannot set both password and password_hash at the same time.", {
  remedy: "Send one of them.",
});

export const unsupportedPasswordHash = plainError(
  400,
  "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.",
  {
    remedy:
      "Send a hash of bcrypt (cost up to 16), Argon2id (up to 64 MiB), scrypt (N·r·p up to 2^20) or PBKDF2 (up to 100,000 iterations): a costlier one would hold up others.",
  },
);

export const emailMissing = plainError(
  400,
  ({ field }: { field: "primary_email_auth_enabled" | "primary_email_verified" }) =>
    `${field} cannot be true without primary_email`,
  { remedy: "Set `primary_email` as well." },
);

export const totpDisabled = plainError(400, "Authenticator apps are switched off in this project.", {
  remedy: "Switch `auth.totp.allowSetUp` on in the project's configuration, or set the second factor from a server.",
});

export const otpDisabled = plainError(400, "OTP auth not enabled in the project", {
  remedy: "Switch sign-in by one-time codes on in the project's settings.",
});

export const passkeyAuthNotSettable = plainError(
  400,
  "Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method",
  { remedy: "Register a passkey instead: that enables it." },
);

export const passwordsDisabled = plainError(400, "Password auth not enabled in the project", {
  remedy: "Switch sign-in by password on in the project's settings.",
});

export const passwordWithoutEmail = plainError(400, "A password cannot be set for a user without a primary e-mail.", {
  remedy: "Set `primary_email` first, or in the same request.",
});

export const providerNotFound = plainError(400, ({ id }: { id: string }) => `OAuth provider ${id} not found`, {
  remedy: "Send the id of a provider that the project has configured.",
});

export const clientDeletionDisabled = plainError(400, "Client user deletion is not enabled for this project", {
  remedy: "Allow it in the project's settings, or delete users from a server.",
});

/** The errors of fields that creations and updates share. */
const writeErrors = [
  tooManyRequests,
  twoPasswords,
  unsupportedPasswordHash,
  emailMissing,
  otpDisabled,
  passkeyAuthNotSettable,
  passwordsDisabled,
  passwordWithoutEmail,
  imageRefused,
  "USER_EMAIL_ALREADY_EXISTS",
] as const;

const updateErrors = [channelsAtCap, ...writeErrors, "USER_NOT_FOUND", "TEAM_MEMBERSHIP_NOT_FOUND"] as const;

/** The members of a larger team are listed in the order of sign-up alone, as another order reads all of them. */
export const maxSortedMembers = 5_000;

/** One declaration for all requests to `/users`, of which only the list reads it. */
const UserQuery = z.strictObject({
  team_id: uuid.optional().describe("Lists only members of this team."),
  limit: integer
    .min(1)
    .optional()
    .describe("How many users a page has at most. 1,000 when absent, and whatever is greater counts as 1,000."),
  cursor: uuid.optional().describe("The id of the user to begin with"),
  order_by: z.enum(["signed_up_at"]).optional(),
  desc: trueOrFalse.optional().describe("`true` for the newest first. `false` when absent."),
  query: shortText
    .optional()
    .describe(
      "Lists only users that match: a part of the name in any case and without accents, or of an address that is primary or signs them in, of which the oldest five count (of one or two characters, the beginning of one, but two of East Asia anywhere), or a user id.",
    ),
  include_anonymous: trueOrFalse.optional().describe("`true` to include anonymous users. `false` when absent."),
});

const ListQuery = UserQuery.extend({
  cursor: cursor
    .optional()
    .describe("The `next_cursor` of the page before, or the id of the user to begin with. Absent for the first page."),
  order_by: z
    .enum(["signed_up_at", "last_active_at", "display_name"])
    .optional()
    .describe(
      "By the time of sign-up, also when absent, by the latest activity or by the display name in either case. By activity, users who have not been active since they were created come last; by name, those without one do, either way. By both, a search is refused, and so is a team of more than 5,000 members.",
    ),
  sign_in_method: z
    .enum(["password", "otp", "passkey", "oauth"])
    .optional()
    .describe(
      "Lists only users who can sign in so: with a password, by codes and links in emails, with a passkey, or at a provider.",
    ),
  oauth_provider: shortText
    .optional()
    .describe("Lists only users with an account at this provider, by its id in the project's settings."),
  primary_email_verified: trueOrFalse
    .optional()
    .describe(
      "Lists only users whose primary address is verified, or with `false` those whose is not, and those without one.",
    ),
  requires_totp_mfa: trueOrFalse
    .optional()
    .describe("Lists only users with a second factor, or with `false` those without."),
  is_anonymous: trueOrFalse
    .optional()
    .describe("Lists anonymous users only, or with `false` none of them. Wins over `include_anonymous`."),
  only_anonymous: trueOrFalse
    .optional()
    .describe("`true` lists anonymous users only, as `is_anonymous` does, over which it wins."),
  include_restricted: trueOrFalse
    .optional()
    .describe(
      "`false` leaves out users who are kept from full use, but for anonymous ones that the list includes. `true` when absent, but for official clients from 2.8.77 on.",
    ),
  restricted: trueOrFalse
    .optional()
    .describe(
      "Lists only users who are kept from full use, or with `false` none of them. Wins over `include_restricted`.",
    ),
  suspended: trueOrFalse.optional().describe("Lists only suspended users, or with `false` none of them."),
  signed_up_since_millis: millis
    .optional()
    .describe(
      "Lists only users who signed up at this time or later. However many users there are, a page begins here without reading those before.",
    ),
  signed_up_until_millis: millis.optional().describe("Lists only users who signed up at this time or earlier."),
  omit_metadata: omitMetadata.describe(
    "Leaves out the metadata of the users and of their selected teams, which are then `null`. `false` when absent.",
  ),
}).refine(
  ({ order_by, query }) => order_by === undefined || order_by === "signed_up_at" || !query,
  "query.order_by must be signed_up_at with a search",
);

const UserParams = z.strictObject({ user_id: uuid.describe("The id of the user, a UUID.") });

export const teamTooLarge = plainError(
  400,
  `The team has more than ${maxSortedMembers} members. Please list them in the order of sign-up.`,
  { remedy: "Leave `order_by` out, or order what you have read." },
);

export const listUsers = endpoint("GET /users", {
  summary: "List users in the order of sign-up, or search them",
  access: serverOrHigher,
  query: ListQuery,
  response: pageOf(ServerUser),
  errors: [teamTooLarge],
});

export const createUser = endpoint("POST /users", {
  summary: "Create a user",
  access: serverOrHigher,
  query: UserQuery,
  body: UserCreation,
  response: ServerUser,
  status: 201,
  errors: [...writeErrors, linkedAccountsAtCap, providerNotFound, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"],
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
  errors: ["USER_NOT_FOUND", projectsWithoutOwner, moreToDelete],
});

export const readSuspension = endpoint("GET /users/{user_id}/suspension", {
  summary: "Read whether, since when and why a user is suspended",
  access: serverOrHigher,
  params: UserParams,
  response: Suspension,
  errors: ["USER_NOT_FOUND"],
});

export const suspendUser = endpoint("PUT /users/{user_id}/suspension", {
  summary: "Suspend a user: their sessions end, and they cannot sign in",
  access: serverOrHigher,
  params: UserParams,
  body: z.strictObject({
    reason: text(500)
      .nullable()
      .default(null)
      .describe(
        "Why the user is suspended, 500 characters at most: for those who manage the project. `null` for no reason.",
      ),
  }),
  response: Suspension,
  errors: ["USER_NOT_FOUND"],
});

export const liftSuspension = endpoint("DELETE /users/{user_id}/suspension", {
  summary: "Let a suspended user sign in again",
  access: serverOrHigher,
  params: UserParams,
  response: Suspension,
  errors: ["USER_NOT_FOUND"],
});

/** The users whom a preview counts at most. */
export const maxAffected = 10_000;

export const previewAffectedUsers = endpoint("POST /internal/onboarding/preview-affected-users", {
  summary: "Read who would be kept from full use if the project asked for more",
  access: adminOnly,
  query: z.strictObject({
    limit: integer.min(1).max(100).optional().describe("How many users to return at most. 10 when absent."),
  }),
  body: z.strictObject({
    onboarding: z
      .strictObject({
        require_email_verification: z
          .boolean()
          .optional()
          .describe("Whether users would need a verified primary address. As it is when absent."),
      })
      .describe("What the project would ask of its users."),
  }),
  response: z.object({
    affected_users: z
      .array(
        z.object({
          id: z.string().describe("The id of the user, a UUID."),
          display_name: z.string().nullable().describe("The user's name, or `null` if they have given none."),
          primary_email: z.string().nullable().describe("The user's primary address, or `null` for none."),
          restricted_reason: RestrictedReason.describe("Why the user would be kept from full use."),
        }),
      )
      .describe("The first of them in the order of sign-up."),
    total_affected_count: integer.describe("How many there are. 10,000 stands for as many or more."),
  }),
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
  errors: [
    clientDeletionDisabled,
    "CANNOT_GET_OWN_USER_WITHOUT_USER",
    "USER_NOT_FOUND",
    projectsWithoutOwner,
    moreToDelete,
  ],
});
