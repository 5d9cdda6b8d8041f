import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../schema";

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
