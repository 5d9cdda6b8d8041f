/** The most that a project may store. */
export interface Quota {
  maxBytes: number;
  maxRows: number;
}

/** Says what a project stores and may, as `quotaSql` reads it: no row where the database has no such project. */
export interface StorageState {
  bytes: number;
  rows: number;
  max_bytes: number;
  max_rows: number;
}

/**
 * Gives a project a quota of its own, or the instance's again, and reads what it stores and may store. It is SQL without parameters,
 * for the command of operators.
 *
 * @param projectId a UUID, which is not checked again
 * @param quota null for that of the instance; undefined to change nothing
 */
export function quotaSql(projectId: string, quota: Quota | null | undefined): string {
  const set = `max_bytes = ${quota?.maxBytes ?? "null"}, max_rows = ${quota?.maxRows ?? "null"}`;
  const statements = [
    quota !== undefined && `update project_storage set ${set} where project_id = '${projectId}'`,
    `select bytes, rows, coalesce(project_storage.max_bytes, storage_quota.max_bytes) as max_bytes,
     coalesce(project_storage.max_rows, storage_quota.max_rows) as max_rows
     from project_storage, storage_quota where project_id = '${projectId}'`,
  ];
  return oneLine(statements);
}

/** The same for the images of a project, in the first database, whichever the project is in. */
export function imageQuotaSql(projectId: string, quota: Pick<Quota, "maxBytes"> | null | undefined): string {
  const row = `from image_storage where project_id = '${projectId}'`;
  return oneLine([
    quota !== undefined &&
      `insert into image_storage (project_id, max_bytes) values ('${projectId}', ${quota?.maxBytes ?? "null"})
       on conflict do update set max_bytes = excluded.max_bytes`,
    `select coalesce((select bytes ${row}), 0) as bytes, coalesce((select max_bytes ${row}), configured_bytes) as max_bytes
     from storage_quota`,
  ]);
}

/** Says how full a database is, as `fullnessSql` reads it. */
export interface FullnessState {
  /** `roomy`, `tight` or `full`. */
  fullness: string;
  max_bytes: number;
  projects: number;
}

/** Reads how full a database is, and what each of its projects may store. */
export const fullnessSql =
  "select fullness, max_bytes, (select count(*) from project_storage) as projects from storage_quota";

/** Shares that a project has of its own; null for those of the instance. */
export interface OwnShares {
  hash_seconds: number | null;
  renderings: number | null;
  emails: number | null;
}

/** The same for a project's shares of what is counted in windows. @param shares undefined to change nothing */
export function sharesSql(projectId: string, shares: OwnShares | undefined): string {
  const isProject = `project_id = '${projectId}' and deleted_at is null`;
  return oneLine([
    shares &&
      `update projects set hash_seconds = ${shares.hash_seconds}, renderings = ${shares.renderings}, emails = ${shares.emails}
       where ${isProject}`,
    `select hash_seconds, renderings, emails from projects where ${isProject}`,
  ]);
}

function oneLine(statements: readonly (string | false | undefined)[]): string {
  return statements.filter(Boolean).join("; ").replace(/\s+/g, " ");
}
