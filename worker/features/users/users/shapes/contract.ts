// Users as they are read and written, at each tier.
import * as z from "zod";
import {
  base64,
  email,
  integer,
  metadataFields,
  millis,
  password,
  shortText,
  storedEmail,
  text,
  url,
  userDisplayName,
  uuid,
} from "../../../../protocol/fields";
import { ours, since } from "../../../../protocol/official-clients";
import { ClientTeam, ServerTeam } from "../../../teams/contract";

/** One account at an OAuth provider. `id` is the provider's id in the project's configuration. */
export const LinkedAccount = z
  .object({
    id: z.string().describe("The provider's id in the project's configuration, such as `google`."),
    account_id: z
      .string()
      .describe("The id that the provider gives to the account. It never changes, unlike its address."),
    email: z.string().nullable().describe("The address of the account at the provider, or `null` if it shared none."),
  })
  .meta({ id: "LinkedAccount" });

/**
 * The fields that are stored as they are sent, by those who may read and write them. A new one is a line here, and a column of the same
 * name in `plainColumns` of `db/users/schema.ts`. Every one may be null.
 */
export const plainShapes = {
  /** Users read and write these themselves. */
  ofUsers: { ...metadataFields.ofClients },
  /** Servers write these, and users read them. */
  forUsers: { ...metadataFields.forClients },
  ofServers: { ...metadataFields.ofServers },
};

export const RestrictedReason = z
  .object({
    type: z
      .enum(["anonymous", "email_not_verified", "restricted_by_administrator"])
      .describe(
        "`anonymous` until the user has signed up, `email_not_verified` where the project asks for a verified address, `restricted_by_administrator` where who manages it keeps the user back.",
      ),
  })
  .meta({ id: "RestrictedReason" });

export const ClientUser = z
  .object({
    id: z.string().describe("The id of the user, a UUID."),
    display_name: z.string().nullable().describe("The user's name, or `null` if they have given none."),
    primary_email: z
      .string()
      .nullable()
      .describe(
        "The user's primary email address in lower case, where emails for the user are sent. `null` if they have none.",
      ),
    primary_email_verified: z
      .boolean()
      .describe("Whether the user has shown that they read the primary address, by following a link or typing a code."),
    profile_image_url: z.string().nullable().describe("The address of the profile image, or `null` for none."),
    signed_up_at_millis: millis.describe("When the user was created, in milliseconds since the Unix epoch."),
    ...plainShapes.ofUsers,
    ...plainShapes.forUsers,
    has_password: z.boolean().describe("Whether the user has a password."),
    otp_auth_enabled: z
      .boolean()
      .describe("Whether the user has signed in by one-time codes, or has switched them on."),
    otp_auth_switched_off: ours(
      z
        .literal(true)
        .optional()
        .describe(
          "Is there where one-time codes are switched off for the user. Otherwise any verified address of theirs for sign-in gets them.",
        ),
    ),
    passkey_auth_enabled: z
      .boolean()
      .describe("Whether the user may sign in by the passkeys that they have registered."),
    auth_with_email: z.boolean().meta({
      deprecated: true,
      description: "Whether the user has a password or signs in by one-time codes. Read those two fields instead.",
    }),
    requires_totp_mfa: z
      .boolean()
      .describe("Whether signing in takes a code of an authenticator app as a second factor."),
    oauth_providers: z.array(LinkedAccount).describe("The accounts at OAuth providers that are linked to the user."),
    selected_team_id: z
      .string()
      .nullable()
      .describe("The id of the team in which the user works at present, or `null`."),
    selected_team: ClientTeam.nullable().describe("The team that `selected_team_id` names, or `null`."),
    is_anonymous: z
      .boolean()
      .describe("Whether the user has not signed up yet: an account without an address or another way to sign in."),
    is_restricted: since(
      "2.8.77",
      z.boolean().describe("Whether the user is kept from full use, though they sign in."),
    ),
    restricted_reason: since(
      "2.8.77",
      RestrictedReason.nullable().describe("Why the user is kept from full use; `null` where they are not."),
    ),
    restricted_by_admin: since(
      "2.8.77",
      z.boolean().describe("Whether who manages the project keeps the user from full use."),
    ),
    restricted_by_admin_reason: since(
      "2.8.77",
      z
        .string()
        .nullable()
        .describe("Why they do, for the user to read, or `null`. Only where `restricted_by_admin` is `true`."),
    ),
  })
  .meta({ id: "User" });

const riskScore = integer.min(0).max(100).describe("From 0 to 100.");

const riskScores = z
  .object({ sign_up: z.object({ bot: riskScore, free_trial_abuse: riskScore }).describe("How risky the sign-up was.") })
  .meta({ id: "RiskScores" });

export const ServerUser = ClientUser.extend({
  primary_email_auth_enabled: z
    .boolean()
    .describe("Whether the primary address signs the user in, by password or one-time code."),
  primary_email_proven_by_email_alone: ours(
    z.literal(true).optional().describe("As `is_proven_by_email_alone` of the primary address's contact channel."),
  ),
  last_active_at_millis: millis.describe(
    "When the user last signed in or renewed an access token, in milliseconds since the Unix epoch.",
  ),
  ...plainShapes.ofServers,
  restricted_by_admin_private_details: since(
    "2.8.77",
    z
      .string()
      .nullable()
      .describe("What those who manage the project noted about it, or `null`. The user does not see it."),
  ),
  country_code: since(
    "2.8.102",
    z.string().nullable().describe("The user's country by ISO 3166-1, as a server has stored it, or `null`."),
  ),
  risk_scores: since(
    "2.8.102",
    riskScores.describe("How risky the user is, as a server has stored it; 0 where none has."),
  ),
  selected_team: ServerTeam.nullable().describe("The team that `selected_team_id` names, or `null`."),
  suspended_at_millis: ours(
    millis
      .nullable()
      .describe("When the user was suspended, in milliseconds since the Unix epoch; `null` where they may sign in."),
  ),
}).meta({ id: "ServerUser" });

/** Says whether a user is kept from signing in. */
export const Suspension = z
  .object({
    suspended_at_millis: millis
      .nullable()
      .describe("When the user was suspended, in milliseconds since the Unix epoch; `null` where they may sign in."),
    reason: z
      .string()
      .nullable()
      .describe(
        "Why the user is suspended, 500 characters at most: for those who manage the project. `null` for no reason.",
      ),
  })
  .meta({ id: "UserSuspension" });

/** The secret of an authenticator app. RFC 4226 section 4 recommends 20 bytes. */
const totpSecret = base64(256).min(1, "{path} must not be empty");

export const ClientUserUpdate = z
  .strictObject({
    display_name: userDisplayName.optional().describe("The user's name, or `null` if they have given none."),
    profile_image_url: url
      .nullable()
      .optional()
      .describe(
        "A profile image: a `data:` URL of a PNG, JPEG or WebP image in base64, which is stored, or the address of one. Clients cannot link to images elsewhere. `null` removes it.",
      ),
    ...z.object(plainShapes.ofUsers).partial().shape,
    primary_email: storedEmail
      .nullable()
      .optional()
      .describe(
        "The primary email address, in lower case. Another one is unverified. Where another user signs in with it, it signs nobody in here. `null` removes it.",
      ),
    selected_team_id: uuid
      .nullable()
      .optional()
      .describe("The team in which the user works from now on. They have to be a member. `null` for none."),
    totp_secret_base64: totpSecret
      .nullable()
      .optional()
      .describe(
        "The secret of the user's authenticator app in base64 (RFC 4648), 20 bytes as a rule. Switches the second factor on; `null` switches it off.",
      ),
    otp_auth_enabled: z
      .boolean()
      .optional()
      .describe("Whether the user may sign in by one-time codes that are emailed to the primary address."),
    passkey_auth_enabled: z
      .boolean()
      .optional()
      .describe("`false` removes the user's passkeys. It becomes `true` only by registering one."),
  })
  .meta({ id: "UserUpdate" });

export const ServerUserUpdate = ClientUserUpdate.extend({
  ...z.object({ ...plainShapes.forUsers, ...plainShapes.ofServers }).partial().shape,
  restricted_by_admin: z
    .boolean()
    .optional()
    .describe(
      "`true` keeps the user from full use, though they sign in. `false` ends it, with its reason and details.",
    ),
  restricted_by_admin_reason: text(500)
    .nullable()
    .optional()
    .describe("Why, for the user to read, 500 characters at most. Only with `restricted_by_admin`."),
  restricted_by_admin_private_details: text(2000)
    .nullable()
    .optional()
    .describe("A note on it that the user does not see, 2,000 characters at most. Only with `restricted_by_admin`."),
  country_code: shortText
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "{path} must be a 2-letter country code")
    .nullable()
    .optional()
    .describe("The user's country by ISO 3166-1, in two letters of either case."),
  risk_scores: z
    .strictObject({
      sign_up: z.strictObject({ bot: riskScore, free_trial_abuse: riskScore }).describe("How risky the sign-up was."),
    })
    .meta({ id: "RiskScoresWrite" })
    .optional()
    .describe("How risky the user is. Nothing is rated here: what a server stores is kept."),
  primary_email: storedEmail
    .nullable()
    .optional()
    .describe(
      "The primary email address. It is stored in lower case. `null` removes it. Another address is unverified unless the request says otherwise.",
    ),
  primary_email_verified: z
    .boolean()
    .optional()
    .describe("Whether the user has shown that they read the primary address, by following a link or typing a code."),
  primary_email_auth_enabled: z
    .boolean()
    .optional()
    .describe("Whether the primary address signs the user in, by password or one-time code."),
  password: password
    .nullable()
    .optional()
    .describe("A password for the user, with 8 to 70 characters; `null` removes it. It needs a primary address."),
  password_hash: shortText
    .min(1, "{path} must not be empty")
    .optional()
    .describe(
      "The hash of a password from another system, in Modular Crypt Format or as a PHC string: bcrypt, Argon2id, scrypt or PBKDF2. Instead of `password`.",
    ),
  is_anonymous: z
    .literal(false, {
      error: ({ input }) => (input === null ? undefined : "{path} must be one of the following values: false"),
    })
    .optional()
    .describe("`false` makes an anonymous user a regular one."),
}).meta({ id: "ServerUserUpdate" });

export const UserCreation = ServerUserUpdate.omit({ selected_team_id: true })
  .extend({
    is_anonymous: z.boolean().optional().describe("Whether the user has not signed up yet."),
    oauth_providers: z
      .array(
        z
          .strictObject({
            id: shortText.describe("The provider's id in the project's configuration, such as `google`."),
            account_id: text(256)
              .min(1, "{path} must not be empty")
              .describe("The id that the provider gives to the account. It never changes, unlike its address."),
            email: email
              .nullable()
              .default(null)
              .describe("The address of the account at the provider, or `null` if it shared none."),
          })
          .meta({ id: "LinkedAccountCreation" }),
      )
      .max(100)
      .optional()
      .describe("The accounts at OAuth providers that are linked to the user."),
  })
  .meta({ id: "UserCreation" });

export type UserUpdate = z.output<typeof ServerUserUpdate>;

export type UserCreation = z.output<typeof UserCreation>;

/** Holds what creations and updates have in common. */
export type UserWrite = Omit<UserUpdate, "selected_team_id" | "is_anonymous">;
