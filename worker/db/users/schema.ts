import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";
import { sealIn } from "../sealed-rows";

/** One linked account as a list of users shows it. `id` is the provider's id in the project's configuration. */
export interface LinkedAccount {
  id: string;
  account_id: string;
  email: string | null;
}

/** Says how risky a sign-up was, each from 0 to 100. */
export interface RiskScores {
  sign_up: { bot: number; free_trial_abuse: number };
}

/**
 * The columns that hold what a request writes, as it comes. Each may be null, and is a field of the wire of the same name in snake case:
 * `features/users/users/shapes/contract.ts` says who reads and writes it.
 */
export const plainColumns = {
  profileImageUrl: text(),
  clientMetadata: text({ mode: "json" }).$type<Json>(),
  clientReadOnlyMetadata: text({ mode: "json" }).$type<Json>(),
  serverMetadata: text({ mode: "json" }).$type<Json>(),
};

/**
 * Holds a user, with everything that a list shows of one. The primary email and its flags, the sign-in methods and the
 * linked accounts are written in the same batch as the rows which they repeat. Triggers keep the counts of
 * `worker/db/metrics` in step with every change.
 */
export const users = sqliteTable(
  "users",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    id: text().notNull(),
    /** Counts up over the whole database in the order of sign-up: the order of lists, and the row id of the search index. */
    ordinal: integer().notNull(),
    displayName: text(),
    /** The display name in the form that the search index is built from, and that names are ordered by. */
    searchName: text(),
    ...plainColumns,
    isAnonymous: integer({ mode: "boolean" }).notNull().default(false),
    signedUpAt: integer().notNull(),
    lastActiveAt: integer().notNull(),
    selectedTeamId: text(),
    /** Counts up when a credential is replaced or removed: what was begun with an older version does not finish. */
    credentialVersion: integer().notNull().default(0),
    primaryEmail: text(),
    primaryEmailVerified: integer({ mode: "boolean" }).notNull().default(false),
    primaryEmailAuthEnabled: integer({ mode: "boolean" }).notNull().default(false),
    /** Tells of the primary channel what its `isProvenByMailAlone` says. */
    primaryEmailProvenByEmailAlone: integer({ mode: "boolean" }).notNull().default(false),
    hasPassword: integer({ mode: "boolean" }).notNull().default(false),
    otpAuthEnabled: integer({ mode: "boolean" }).notNull().default(false),
    /** Says that the user has switched emailed codes off. Who has never chosen them has not. */
    otpAuthSwitchedOff: integer({ mode: "boolean" }).notNull().default(false),
    passkeyAuthEnabled: integer({ mode: "boolean" }).notNull().default(false),
    requiresTotpMfa: integer({ mode: "boolean" }).notNull().default(false),
    oauthProviders: text({ mode: "json" }).$type<LinkedAccount[]>().notNull().default(sql`'[]'`),
    /** The latest UTC day on which an access token was issued, counted from 1970-01-01; null where none ever was. */
    lastActiveDay: integer(),
    /** The country of the latest activity that has one, by ISO 3166-1. */
    lastCountry: text(),
    /**
     * Says since when the user may not sign in; null where they may. Their sessions ended with it. The two columns keep their first
     * names, as a migration runs while the previous Worker serves.
     */
    suspendedAt: integer("restricted_at"),
    /** Says why, for those who manage the project. */
    suspensionReason: text("restriction_reason"),
    /** Says that the project keeps the user from full use, for a reason that they read and details that they do not. */
    restrictedByAdmin: integer({ mode: "boolean" }).notNull().default(false),
    restrictedByAdminReason: text(),
    restrictedByAdminPrivateDetails: text(),
    /** As a server has stored it: `lastCountry` is what requests show. */
    countryCode: text(),
    /** As a server has stored them; null where none has. */
    riskScores: text({ mode: "json" }).$type<RiskScores>(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    uniqueIndex("users_by_ordinal").on(table.ordinal),
    // Unique, because SQLite reads a second row after each that an index which is not unique leads it to.
    uniqueIndex("users_in_order").on(table.projectId, table.ordinal),
    uniqueIndex("known_users_in_order").on(table.projectId, table.ordinal).where(sql`is_anonymous = 0`),
    uniqueIndex("users_by_verification")
      .on(table.projectId, table.primaryEmailVerified, table.ordinal)
      .where(sql`is_anonymous = 0 and restricted_by_admin = 0`),
    uniqueIndex("users_restricted_by_admin").on(table.projectId, table.ordinal).where(sql`restricted_by_admin = 1`),
    uniqueIndex("restricted_users_in_order").on(table.projectId, table.ordinal).where(sql`restricted_at is not null`),
    index("users_by_sign_up").on(table.projectId, table.isAnonymous, table.signedUpAt),
    index("users_by_name").on(table.projectId, table.isAnonymous, table.searchName),
    index("active_users_by_activity")
      .on(table.projectId, table.isAnonymous, table.lastActiveAt)
      .where(sql`last_active_day is not null`),
    index("inactive_users_in_order").on(table.projectId, table.isAnonymous).where(sql`last_active_day is null`),
  ],
);

/** The secret of a user's authenticator app, sealed. */
export const totpSecrets = sqliteTable(
  "totp_secrets",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    sealedSecret: text().notNull(),
    seal: text().generatedAlwaysAs(sealIn("sealed_secret")),
    /** The newest time step whose code was accepted: none is accepted twice. */
    lastUsedStep: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    index("totp_secrets_by_seal").on(table.seal),
  ],
);

/** Holds what a provider gave for one consent: an access token for its API, and what renews that. */
export const providerTokens = sqliteTable(
  "provider_tokens",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    linkId: text().notNull(),
    /** The requested scopes. */
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    sealedAccessToken: text().notNull(),
    /** Zero once the provider has refused the access token. */
    expiresAt: integer().notNull(),
    /** Null when the provider gave none, or has refused it. Sealed under the same root secret as the access token. */
    sealedRefreshToken: text(),
    /** Until then one request has claimed the refresh token, because some providers accept each only once. */
    refreshingUntil: integer().notNull().default(0),
    createdAt: integer().notNull(),
    seal: text().generatedAlwaysAs(sealIn("sealed_access_token")),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({
      columns: [table.projectId, table.linkId],
      foreignColumns: [oauthLinks.projectId, oauthLinks.id],
    }).onDelete("cascade"),
    index("provider_tokens_of_link").on(table.projectId, table.linkId, table.createdAt),
    index("provider_tokens_by_seal").on(table.seal),
  ],
);

/** Holds what signs a user in once in place of the authenticator app. A code that was used is not here any more. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    /** SHA-256 of the code in normal form. */
    codeHash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId, table.codeHash] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** An address of a user's. The indexes are the invariants: races are decided by them, not by reads before writes. */
export const contactChannels = sqliteTable(
  "contact_channels",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    userId: text().notNull(),
    type: text({ enum: ["email"] }).notNull(),
    /** In normal form. */
    value: text().notNull(),
    isPrimary: integer({ mode: "boolean" }).notNull(),
    isVerified: integer({ mode: "boolean" }).notNull(),
    /** Who verified it showed that they read its email, and not that they hold the account: another may have set that up. */
    isProvenByMailAlone: integer({ mode: "boolean" }).notNull().default(false),
    usedForAuth: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    // Also that of a user's channels, which are few: they are sorted when they are read.
    uniqueIndex("contact_channels_once_per_user").on(table.projectId, table.userId, table.type, table.value),
    uniqueIndex("contact_channels_one_sign_in")
      .on(table.projectId, table.type, table.value)
      .where(sql`used_for_auth = 1`),
    uniqueIndex("contact_channels_one_primary")
      .on(table.projectId, table.userId, table.type)
      .where(sql`is_primary = 1`),
  ],
);

/** Says whether a user wants the emails of a category, where they have ever chosen. */
export const notificationPreferences = sqliteTable(
  "notification_preferences",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    categoryId: text().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId, table.categoryId] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** An account at an OAuth provider that belongs to a user. */
export const oauthLinks = sqliteTable(
  "oauth_links",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    userId: text().notNull(),
    providerConfigId: text().notNull(),
    accountId: text().notNull(),
    email: text(),
    allowSignIn: integer({ mode: "boolean" }).notNull(),
    allowConnectedAccounts: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    // Also that of a user's links, which are few: they are sorted when they are read.
    uniqueIndex("oauth_links_once_per_user").on(table.projectId, table.userId, table.providerConfigId, table.accountId),
    uniqueIndex("oauth_links_one_sign_in")
      .on(table.projectId, table.providerConfigId, table.accountId)
      .where(sql`allow_sign_in = 1`),
  ],
);

/** The public halves of users' passkeys (the credential records of WebAuthn section 4). A user may have several. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    projectId: text().notNull(),
    /** Made by the authenticator, in base64url; one credential belongs to one user of a project. */
    credentialId: text().notNull(),
    userId: text().notNull(),
    /** The host name of the page that it was registered on: it signs in there only. */
    rpId: text().notNull(),
    /** A COSE key (RFC 9052 section 7) in base64url. */
    publicKey: text().notNull(),
    /** The signature counter as last reported; it stays 0 for authenticators that keep none. */
    signCount: integer().notNull(),
    /** Says how a browser reaches the authenticator, as far as it reported. */
    transports: text({ mode: "json" }).$type<string[]>(),
    /** Is true if it may be copied to other devices of the user, as synchronised passkeys are. */
    isBackupEligible: integer({ mode: "boolean" }).notNull(),
    /** Is true if the authenticator has verified its user with it (`uvInitialized`): then it can, and has to where nothing else does. */
    hasVerifiedUser: integer({ mode: "boolean" }).notNull().default(false),
    /** Says what the user calls it; see `defaultPasskeyName`. The default is for those registered before there were names. */
    name: text().notNull().default("Passkey"),
    createdAt: integer().notNull(),
    /** The time of the last sign-in with it. */
    lastUsedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.credentialId] }),
    index("passkeys_by_user").on(table.projectId, table.userId),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** A user's password, apart from the user's row, so that no list of users ever holds a hash. */
export const passwords = sqliteTable(
  "passwords",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    /** A PHC or Modular Crypt Format string. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
  ],
);
