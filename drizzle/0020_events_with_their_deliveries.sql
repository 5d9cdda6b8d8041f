-- Beyond four times the quota webhooks are told neither of changes of users nor of deletions, which go through all the same. What
-- an event brings to the endpoints of its project counts with it: 600 bytes for each delivery, of which there are a hundred at most.
DROP TRIGGER outbox_takes_no_changes_of_users_at_four_times_the_quota;
--> statement-breakpoint
DROP TRIGGER storage_follows_new_outbox;
--> statement-breakpoint
DROP TRIGGER storage_follows_new_webhook_deliveries;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_outbox AFTER INSERT ON outbox
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, webhook_bytes = webhook_bytes + 400
    + octet_length(concat(new.project_id, new.id, new.type, new.data)),
    freed_bytes = max(min(freed_bytes, 0), freed_bytes - 400
      - octet_length(concat(new.project_id, new.id, new.type, new.data)))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_webhook_deliveries AFTER INSERT ON webhook_deliveries
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, webhook_bytes = webhook_bytes + 400
    + octet_length(concat(new.project_id, new.endpoint_id, new.message_id, new.subject)),
    freed_bytes = max(min(freed_bytes, 0), freed_bytes - 400
      - octet_length(concat(new.project_id, new.endpoint_id, new.message_id, new.subject)))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
-- A tight database does not lower the wall, but a full one does. An event takes from what its change has freed. In a project
-- without an endpoint no row is inserted either, so that nothing depends on `changes()` afterwards.
CREATE TRIGGER outbox_ends_at_four_times_the_quota BEFORE INSERT ON outbox
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  -- With a hundred deliveries at most, endpoints need not be looked at in a project with room.
  AND EXISTS (
    SELECT 1 FROM project_storage
    WHERE project_id = new.project_id AND (
      bytes + 60400 + octet_length(concat(new.project_id, new.id, new.type, new.data)) > 4 * coalesce(max_bytes, (
        SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota
      )) OR rows + 101 > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota))
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
    AND (bytes + 400 + octet_length(concat(new.project_id, new.id, new.type, new.data)) + 600 * deliveries
        > 4 * coalesce(max_bytes, (SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota))
      OR rows + 1 + deliveries > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)))
    AND freed_bytes < 400 + octet_length(concat(new.project_id, new.id, new.type, new.data)) + 600 * deliveries;
END;
--> statement-breakpoint
-- What an owner asks for by hand ends there too: each further endpoint could be sent all that was kept before.
CREATE TRIGGER deliveries_by_hand_end_at_four_times_the_quota BEFORE INSERT ON webhook_deliveries
WHEN new.is_resent
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND NOT EXISTS (
    SELECT 1 FROM webhook_deliveries
    WHERE project_id = new.project_id AND endpoint_id = new.endpoint_id AND message_id = new.message_id
  )
BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes + 600 > 4 * coalesce(max_bytes, (
        SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota
      )) OR rows + 1 > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
