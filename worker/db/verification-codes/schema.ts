import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { projects } from "../projects/schema";

/**
 * Says when a code goes, exactly as its index does. Until then it is reported as expired, or as used. That lasts a day, for people who
 * open an old email. It lasts an hour where no email has the code and anyone makes as many as they like. The expression has no comma,
 * at which drizzle-kit would end the column of the index.
 */
export const codesKeptUntil = sql<number>`expires_at + case kind when 'passkey_authentication' then 3600000 when 'passkey_registration' then 3600000 when 'mfa_attempt' then 3600000 when 'integration_interaction' then 3600000 else 86400000 end`;

/** The address of an invitation, in the form of its index. Spelled without a comma, as above. */
export const recipientOfInvitation = sql<string>`lower(payload ->> '$.email')`;

/** Codes of all kinds: what a kind means is in its payload. */
export const verificationCodes = sqliteTable(
  "verification_codes",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
    id: text().notNull(),
    kind: text().notNull(),
    /** Holds what codes of this kind are listed by, or used up together by, if they are: the team of an invitation, an address. */
    subject: text(),
    /** The user whom the code is for, and the version of their credentials that it was made under: it ends with that. */
    userId: text(),
    credentialVersion: integer(),
    /** SHA-256 of the whole code in lower case, or what its kind has in place of that. */
    codeHash: text().notNull(),
    /** SHA-256 of all but the six characters that are typed by hand: tries are counted per this part. */
    nonceHash: text().notNull(),
    payload: text({ mode: "json" }).$type<Json>().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    usedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    // By the hash first, because a link may contain the code and nothing that names its project.
    uniqueIndex("verification_codes_by_code").on(table.codeHash, table.kind, table.projectId),
    index("verification_codes_by_expiry").on(codesKeptUntil),
    index("verification_codes_by_nonce").on(table.projectId, table.nonceHash),
    index("verification_codes_by_subject")
      .on(table.projectId, table.kind, table.subject, table.createdAt)
      .where(sql`subject is not null`),
    index("team_invitations_by_recipient")
      .on(table.projectId, recipientOfInvitation)
      .where(sql`kind = 'team_invitation'`),
  ],
);
