import { firstIdAt } from "./audit/event-id";

const retentionMillis = 365 * 24 * 60 * 60 * 1000;

/**
 * Deletes a project as its owner does, but without an owner. It is SQL without parameters, for the command of operators. The Worker
 * deletes what belongs to the project from then on. The last statement reads whether there was such a project.
 *
 * @param projectId a UUID, which is not checked again
 * @param isRecorded whether the log of the internal project, in the first database, records it. A project in another database is
 *   deleted there before, unrecorded.
 */
export function purgeSql(projectId: string, isRecorded = true): string {
  const now = Date.now();
  const statements = [
    `insert into data_vault_purges (project_id, store_id, key_id, removed_at, due_at)
     select project_id, store_id, id, ${now}, ${now} from data_vault_keys where project_id = '${projectId}'
     on conflict do nothing`,
    `update projects set deleted_at = ${now}, owner_team_id = null, display_name = '', description = '', logo_url = null,
     full_logo_url = null, config_override = '{}', config_seal = null
     where project_id = '${projectId}' and deleted_at is null`,
    isRecorded &&
      `insert into audit_events (project_id, id, type, actor_type, target_type, target_id, details, created_at, expires_at)
     select 'internal', '${firstIdAt(now).slice(0, 20)}' || lower(substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
     'project.deleted', 'system', 'project', '${projectId}', '{}', ${now}, ${now + retentionMillis} where changes() > 0`,
    "select changes() as deleted",
  ];
  return statements.filter(Boolean).join("; ").replace(/\s+/g, " ");
}
