import { type SQL, sql } from "drizzle-orm";
import { webhookEndpoints } from "./schema";

/**
 * The endpoints of a project to which no run is sending, as JSON of `{ projectId, endpointIds }`; null where there are none.
 * A run looks for what has come meanwhile before it ends.
 */
export function waitingEndpoints({ projectId, now }: { projectId: SQL; now: SQL }): SQL<string | null> {
  return sql<string | null>`(
    select json_object('projectId', e.project_id, 'endpointIds', json_group_array(e.id)) from ${webhookEndpoints} e
    where e.project_id = ${projectId} and e.disabled_at is null and e.leased_until <= ${now} group by e.project_id
  )`;
}
