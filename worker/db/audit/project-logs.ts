import { type SQL, sql } from "drizzle-orm";
import type { Condition, Database, Statement } from "../../platform/database";
import { projectsOfTeam, projectsToLog, projectToLog, storedRetentionDays } from "../projects/joins";
import type { Actor } from "./actor";
import { type AuditEvent, defaultRetentionDays, recordAuditOf } from "./changes";

/**
 * Records what is done in a team of owners in the log of each project that it owns in this shard. The condition is as for
 * `recordAudit`.
 */
export function recordAuditOfTeam(
  db: Database,
  teamId: string,
  actor: Actor,
  event: AuditEvent,
  where: Condition,
): Statement {
  return recordIn(db, projectsOfTeam(teamId), actor, event, where);
}

/** Records what is done in a team of owners in the logs of those of its projects that are outside the first shard. */
export function recordAuditOfProjects(
  db: Database,
  projectIds: readonly string[],
  actor: Actor,
  event: AuditEvent,
): Statement {
  return recordIn(db, projectsToLog(projectIds), actor, event, sql`true`);
}

/** Records as `recordAudit` does, for a project whose configuration is not at hand; without the project, nothing. */
export function recordAuditOfProject(
  db: Database,
  projectId: string,
  actor: Actor,
  event: AuditEvent,
  where: Condition = sql`true`,
): Statement {
  return recordIn(db, projectToLog(projectId), actor, event, where);
}

function recordIn(
  db: Database,
  { id, rows }: { id: SQL; rows: SQL },
  actor: Actor,
  event: AuditEvent,
  where: Condition,
): Statement {
  const retentionDays = sql`coalesce(${storedRetentionDays}, ${defaultRetentionDays})`;
  return recordAuditOf(db, { id, retentionDays }, actor, event, sql`${rows} and (${where})`);
}
