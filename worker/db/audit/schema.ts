import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../protocol/fields";
import { ofProject } from "../projects/schema";
import type { ActorType } from "./actor";
import type { AuditEventType } from "./event-types";

/**
 * Records who did what in a project: written in the batch of the change itself, and never changed. Its ids begin with the time
 * (RFC 9562, version 7), so that the primary key is the order of the list. What is referred to may be deleted by now, so
 * only the project is a foreign key.
 */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    projectId: ofProject(),
    id: text().notNull(),
    type: text().$type<AuditEventType>().notNull(),
    actorType: text().$type<ActorType>().notNull(),
    actorId: text(),
    /** Says who impersonates the actor. */
    impersonatorType: text().$type<ActorType | "unknown">(),
    impersonatorId: text(),
    /** The session in which it was done; of an impersonation, the session that began. */
    sessionId: text(),
    targetType: text(),
    targetId: text(),
    details: text({ mode: "json" }).$type<Json>().notNull(),
    ip: text(),
    countryCode: text(),
    userAgent: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("audit_events_by_type").on(table.projectId, table.type, table.id),
    index("audit_events_by_actor").on(table.projectId, table.actorId, table.id),
    index("audit_events_by_target").on(table.projectId, table.targetId, table.id),
    index("audit_events_by_expiry").on(table.expiresAt),
    index("audit_impersonations").on(table.projectId, table.sessionId).where(sql`type = 'user.impersonated'`),
  ],
);
