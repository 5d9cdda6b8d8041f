import { type SQL, sql } from "drizzle-orm";
import { webhookEndpoints } from "./schema";

/**
 * The endpoints of a project that an event of now makes due, as JSON of `{ projectId, endpointIds }`; null where there are
 * none. Those that were due before have a message under way or wait for a place, and a run that is sending looks for what
 * has come meanwhile before it ends: so however many events come, an endpoint is announced once. SQLite asks before the
 * trigger that makes them due; it finds them also should it ask afterwards.
 */
export function waitingEndpoints({
  projectId,
  type,
  now,
}: {
  projectId: SQL;
  type: SQL;
  now: SQL;
}): SQL<string | null> {
  return sql<string | null>`(
    select json_object('projectId', e.project_id, 'endpointIds', json_group_array(e.id)) from ${webhookEndpoints} e
    where e.project_id = ${projectId} and e.disabled_at is null and e.leased_until <= ${now}
      and (e.due_at is null or e.due_at >= ${now})
      and (e.event_types is null or exists (select 1 from json_each(e.event_types) where value = ${type}))
    group by e.project_id
  )`;
}
