-- As in 0024, but an endpoint that was enabled again since the event happened gets it only if it was enabled then, too.
DROP TRIGGER webhook_deliveries_follow_handed_out_events;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_follow_handed_out_events AFTER UPDATE OF waiting_deliveries ON outbox
WHEN old.waiting_deliveries > 0 AND new.waiting_deliveries = 0
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  INSERT INTO webhook_deliveries (
    project_id, endpoint_id, message_id, subject, created_at, status, next_attempt_at, expires_at
  )
  SELECT new.project_id, id, new.id,
    substr(new.type, 1, instr(new.type, '.') - 1) || '/' || coalesce(new.data ->> '$.team_id', '') || '/' ||
      coalesce(new.data ->> '$.user_id', '') || '/' || coalesce(new.data ->> '$.id', ''),
    new.created_at, 1, new.created_at, new.created_at + 2592000000
  FROM webhook_endpoints
  WHERE project_id = new.project_id AND created_at <= new.created_at
    AND (disabled_at IS NULL OR disabled_at > new.created_at)
    AND (last_disabled_at IS NULL OR last_disabled_at > new.created_at OR last_enabled_at <= new.created_at)
    AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type))
  ON CONFLICT DO NOTHING;
END;
