-- An event goes to the endpoints that take its type in the transaction that records it, as long as these are few. With more than ten it
-- waits, and the project's turns hand it out: a change then writes one row for each event. So it does behind others that wait. An example goes
-- to its endpoint at once.
DROP TRIGGER webhook_deliveries_follow_outbox;
--> statement-breakpoint
DROP TRIGGER outbox_ends_at_four_times_the_quota;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_follow_outbox AFTER INSERT ON outbox
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE outbox SET waiting_deliveries = (
    SELECT count(*) FROM webhook_endpoints
    WHERE project_id = new.project_id AND disabled_at IS NULL
      AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type))
  )
  WHERE project_id = new.project_id AND id = new.id AND id NOT GLOB 'example-*'
    AND (
      EXISTS (
        SELECT 1 FROM webhook_endpoints
        WHERE project_id = new.project_id AND disabled_at IS NULL
          AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type))
        LIMIT 1 OFFSET 10
      )
      OR EXISTS (
        SELECT 1 FROM outbox AS before
        WHERE before.project_id = new.project_id AND before.waiting_deliveries > 0 AND before.id <> new.id
      )
    );
  INSERT INTO webhook_deliveries (
    project_id, endpoint_id, message_id, subject, created_at, status, next_attempt_at, expires_at
  )
  SELECT new.project_id, id, new.id,
    substr(new.type, 1, instr(new.type, '.') - 1) || '/' || coalesce(new.data ->> '$.team_id', '') || '/' ||
      coalesce(new.data ->> '$.user_id', '') || '/' || coalesce(new.data ->> '$.id', ''),
    new.created_at, 1, new.created_at, new.created_at + 2592000000
  FROM webhook_endpoints
  WHERE project_id = new.project_id AND disabled_at IS NULL
    AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type))
    AND (SELECT waiting_deliveries FROM outbox WHERE project_id = new.project_id AND id = new.id) = 0;
  UPDATE webhook_endpoints SET due_at = new.created_at
  WHERE project_id = new.project_id AND disabled_at IS NULL AND (due_at IS NULL OR due_at > new.created_at)
    AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type));
END;
--> statement-breakpoint
CREATE TRIGGER waiting_deliveries_are_counted AFTER UPDATE OF waiting_deliveries ON outbox
WHEN new.waiting_deliveries <> old.waiting_deliveries
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage
  SET waiting_deliveries = waiting_deliveries + new.waiting_deliveries - old.waiting_deliveries
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER waiting_deliveries_end_with_their_event AFTER DELETE ON outbox
WHEN old.waiting_deliveries > 0 AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET waiting_deliveries = waiting_deliveries - old.waiting_deliveries
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
-- As in 0020, with what waiting events are still to bring.
CREATE TRIGGER outbox_ends_at_four_times_the_quota BEFORE INSERT ON outbox
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND EXISTS (
    SELECT 1 FROM project_storage
    WHERE project_id = new.project_id AND (
      bytes + 60400 + 600 * waiting_deliveries + octet_length(concat(new.project_id, new.id, new.type, new.data))
        > 4 * coalesce(max_bytes, (SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota))
      OR rows + waiting_deliveries + 101 > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota))
    )
  )
BEGIN
  SELECT CASE WHEN new.type = 'user.updated' OR new.type GLOB '*.deleted' THEN RAISE(IGNORE)
    ELSE RAISE(ABORT, 'gatehouse: the storage of this project is full') END
  FROM project_storage, (
    SELECT count(*) AS deliveries FROM webhook_endpoints
    WHERE project_id = new.project_id AND disabled_at IS NULL
      AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type))
  )
  WHERE project_id = new.project_id
    AND (bytes + 400 + octet_length(concat(new.project_id, new.id, new.type, new.data))
        + 600 * (waiting_deliveries + deliveries)
        > 4 * coalesce(max_bytes, (SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota))
      OR rows + 1 + waiting_deliveries + deliveries > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)))
    AND freed_bytes < 400 + octet_length(concat(new.project_id, new.id, new.type, new.data)) + 600 * deliveries;
END;
