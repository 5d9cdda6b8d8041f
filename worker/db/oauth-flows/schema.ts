import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { projects } from "../projects/schema";

/** Says how an app proves that it began the flow (RFC 7636 section 4.3). A code is redeemed by this one whatever a row says. */
const challengeMethods = ["S256"] as const;

/**
 * This table holds what an app requested from `/authorize`, until the provider sends the browser back. It does not keep what only ever
 * has one value (grant type, response type). Nor does it keep the app's key, since the app shows it again to redeem the code.
 */
export const oauthRequests = sqliteTable(
  "oauth_requests",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    /** SHA-256 of the state that the provider was given. */
    stateHash: text().notNull(),
    /** The provider that the flow began with, the only one that may end it (RFC 9700 section 4.4). */
    providerId: text().notNull(),
    /** The PKCE verifier and the nonce of the request to the provider, as JSON, sealed. */
    sealedSecrets: text().notNull(),
    type: text({ enum: ["authenticate", "link"] }).notNull(),
    /** The user who links an account, or the anonymous user that the sign-in upgrades. */
    userId: text(),
    /** Is true if that user was anonymous when their access token was made. */
    userIsAnonymous: integer({ mode: "boolean" }).notNull(),
    /** The session of that access token. */
    sessionId: text(),
    /** The version of that user's credentials. */
    credentialVersion: integer(),
    /** Scopes beyond the provider's own, separated by spaces. */
    providerScope: text(),
    /** As it was sent, not yet checked to be trusted; neither is the next one. */
    redirectUri: text().notNull(),
    errorRedirectUrl: text(),
    afterCallbackUrl: text(),
    scope: text().notNull(),
    outerState: text().notNull(),
    codeChallenge: text().notNull(),
    codeChallengeMethod: text({ enum: challengeMethods }).notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.stateHash] }),
    index("oauth_requests_by_expiry").on(table.expiresAt),
  ],
);

/**
 * Codes (RFC 6749 section 4.1.2) stand for a person who has signed in at a provider or on the hosted pages. The row keeps what the
 * callback decided, and nothing else is written of it until the app redeems the code. Used codes stay for a while, so that a second use
 * is noticed.
 */
export const authorizationCodes = sqliteTable(
  "authorization_codes",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    /**
     * `hosted`: its user has signed in on the hosted pages; `website`: on another website of the project. Such a code has no account, and the
     * flow is `sessionId`'s.
     */
    type: text({ enum: ["authenticate", "link", "hosted", "website"] })
      .notNull()
      .default("authenticate"),
    /** The user whom the account signs in, is added to, or upgrades; empty when there is none yet, or the account's address decides. */
    userId: text().notNull(),
    /**
     * This column and the next describe the user whose session began the flow. A code is worth nothing after that user's sign-up or
     * a change of their credentials.
     */
    userIsAnonymous: integer({ mode: "boolean" }).notNull(),
    credentialVersion: integer(),
    /** The session with which that user began the flow, if it is theirs. */
    sessionId: text(),
    isNewUser: integer({ mode: "boolean" }).notNull(),
    /** The account at the provider. Null, as the next three, once the code is used. */
    providerId: text(),
    accountId: text(),
    email: text(),
    /** The account's profile and the provider's tokens, as JSON, sealed. */
    sealedGrant: text(),
    /** In normal form, without a fragment. */
    redirectUri: text().notNull(),
    afterCallbackUrl: text(),
    codeChallenge: text().notNull(),
    codeChallengeMethod: text({ enum: challengeMethods }).notNull(),
    usedAt: integer(),
    /** The session that the code was redeemed for. */
    issuedSessionId: text(),
    /** Says when the code expires or, once it is used, is forgotten. */
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.codeHash] }),
    index("authorization_codes_by_expiry").on(table.expiresAt),
  ],
);
