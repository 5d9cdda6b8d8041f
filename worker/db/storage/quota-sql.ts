/** The most that a project may store. */
export interface Quota {
  maxBytes: number;
  maxRows: number;
}

/** What a project stores and may, as `quotaSql` reads it: no row where the database has no such project. */
export interface StorageState {
  bytes: number;
  rows: number;
  max_bytes: number;
  max_rows: number;
}

/**
 * Gives a project a quota of its own, or the installation's again, and reads what it stores and may: in SQL without parameters, for the
 * command of operators.
 *
 * @param projectId a UUID, which is not looked at again
 * @param quota null for that of the installation; undefined to change nothing
 */
export function quotaSql(projectId: string, quota: Quota | null | undefined): string {
  const set = `max_bytes = ${quota?.maxBytes ?? "null"}, max_rows = ${quota?.maxRows ?? "null"}`;
  const statements = [
    quota !== undefined && `update project_storage set ${set} where project_id = '${projectId}'`,
    `select bytes, rows, coalesce(project_storage.max_bytes, storage_quota.max_bytes) as max_bytes,
     coalesce(project_storage.max_rows, storage_quota.max_rows) as max_rows
     from project_storage, storage_quota where project_id = '${projectId}'`,
  ];
  return statements.filter(Boolean).join("; ").replace(/\s+/g, " ");
}
