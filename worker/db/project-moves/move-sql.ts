/** Says how a move stands, as `moveSql` reads it. */
export interface MoveState {
  shard: number | null;
  phase: string | null;
  table_name: string | null;
  to_shard: number | null;
}

/**
 * Requests that a project be moved, unless it is in that shard or being moved already. Then it reads how the move stands. The row has
 * no shard where there is no such project.
 *
 * @param projectId a UUID, which is not checked again
 * @param isRequested whether to request it, or only to read
 */
export function moveSql(projectId: string, to: number, isRequested = true): string {
  const project = `from projects where project_id = '${projectId}' and deleted_at is null`;
  const move = (column: string) =>
    `(select ${column} from project_moves where project_id = '${projectId}') as ${column}`;
  return [
    isRequested &&
      `insert into project_moves (project_id, to_shard, requested_at)
       select project_id, ${to}, ${Date.now()} ${project} and coalesce(shard, 0) <> ${to} on conflict do nothing`,
    `select (select coalesce(shard, 0) ${project}) as shard, ${move("phase")}, ${move("table_name")}, ${move("to_shard")}`,
  ]
    .filter(Boolean)
    .join("; ")
    .replace(/\s+/g, " ");
}
