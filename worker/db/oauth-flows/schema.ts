import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { projects } from "../projects/schema";

/** How an app proves that it began the flow (RFC 7636 section 4.3). */
const challengeMethods = ["S256", "plain"] as const;

/**
 * What an app requested from `/authorize`, from then until the provider sends the browser back. What only ever has one value
 * (grant type, response type) is not kept, nor is the app's key, which it shows again to redeem the code.
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
    /** Whether that user was anonymous when their access token was made. */
    userIsAnonymous: integer({ mode: "boolean" }).notNull(),
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

/** Codes (RFC 6749 section 4.1.2) that stand for a finished sign-in at a provider, until the app redeems them. */
export const authorizationCodes = sqliteTable(
  "authorization_codes",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    userId: text().notNull(),
    /** Whether the user is anonymous still: a code from before a sign-up is worth nothing after it. */
    userIsAnonymous: integer({ mode: "boolean" }).notNull(),
    isNewUser: integer({ mode: "boolean" }).notNull(),
    /** In normal form, without a fragment. */
    redirectUri: text().notNull(),
    afterCallbackUrl: text(),
    codeChallenge: text().notNull(),
    codeChallengeMethod: text({ enum: challengeMethods }).notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.codeHash] }),
    index("authorization_codes_by_expiry").on(table.expiresAt),
  ],
);
