CREATE TRIGGER storage_follows_new_webhook_endpoints AFTER INSERT ON webhook_endpoints
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, webhook_bytes = webhook_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.url, new.description, new.event_types, new.metadata, new.sealed_secrets
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_webhook_endpoints AFTER UPDATE OF
  id, url, description, event_types, metadata, sealed_secrets
ON webhook_endpoints
WHEN octet_length(concat(new.id, new.url, new.description, new.event_types, new.metadata, new.sealed_secrets))
  <> octet_length(concat(old.id, old.url, old.description, old.event_types, old.metadata, old.sealed_secrets))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET webhook_bytes = webhook_bytes
    + octet_length(concat(new.id, new.url, new.description, new.event_types, new.metadata, new.sealed_secrets))
    - octet_length(concat(old.id, old.url, old.description, old.event_types, old.metadata, old.sealed_secrets))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND octet_length(concat(new.url, new.description, new.metadata))
      > octet_length(concat(old.url, old.description, old.metadata))
    AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_webhook_endpoints AFTER DELETE ON webhook_endpoints
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, webhook_bytes = webhook_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.url, old.description, old.event_types, old.metadata, old.sealed_secrets
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
-- Events hold whole users and teams, and end at four times the quota. A tight database does not lower that, but a full
-- one does. An event takes from what its change has freed.
CREATE TRIGGER storage_follows_new_outbox AFTER INSERT ON outbox
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, webhook_bytes = webhook_bytes + 400
    + octet_length(concat(new.project_id, new.id, new.type, new.data))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND new.type NOT GLOB '*.deleted'
    AND (bytes > 4 * coalesce(max_bytes, (
        SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota
      )) OR rows > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)))
    AND freed_bytes < 400 + octet_length(concat(new.project_id, new.id, new.type, new.data));
  UPDATE project_storage SET freed_bytes = max(0, freed_bytes - 400 - octet_length(concat(
    new.project_id, new.id, new.type, new.data
  )))
  WHERE project_id = new.project_id AND freed_bytes > 0;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_outbox AFTER UPDATE OF id, type, data ON outbox
WHEN octet_length(concat(new.id, new.type, new.data))
  <> octet_length(concat(old.id, old.type, old.data))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET webhook_bytes = webhook_bytes
    + octet_length(concat(new.id, new.type, new.data))
    - octet_length(concat(old.id, old.type, old.data))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_outbox AFTER DELETE ON outbox
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, webhook_bytes = webhook_bytes - 400
    - octet_length(concat(old.project_id, old.id, old.type, old.data))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_webhook_deliveries AFTER INSERT ON webhook_deliveries
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, webhook_bytes = webhook_bytes + 400
    + octet_length(concat(new.project_id, new.endpoint_id, new.message_id, new.subject))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_webhook_deliveries AFTER UPDATE OF
  endpoint_id, message_id, subject
ON webhook_deliveries
WHEN octet_length(concat(new.endpoint_id, new.message_id, new.subject))
  <> octet_length(concat(old.endpoint_id, old.message_id, old.subject))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET webhook_bytes = webhook_bytes
    + octet_length(concat(new.endpoint_id, new.message_id, new.subject))
    - octet_length(concat(old.endpoint_id, old.message_id, old.subject))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_webhook_deliveries AFTER DELETE ON webhook_deliveries
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, webhook_bytes = webhook_bytes - 400
    - octet_length(concat(old.project_id, old.endpoint_id, old.message_id, old.subject))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_webhook_attempts AFTER INSERT ON webhook_attempts
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, webhook_bytes = webhook_bytes + 400
    + octet_length(concat(new.project_id, new.id, new.endpoint_id, new.message_id, new.url, new.response))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_webhook_attempts AFTER UPDATE OF
  id, endpoint_id, message_id, url, response
ON webhook_attempts
WHEN octet_length(concat(new.id, new.endpoint_id, new.message_id, new.url, new.response))
  <> octet_length(concat(old.id, old.endpoint_id, old.message_id, old.url, old.response))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET webhook_bytes = webhook_bytes
    + octet_length(concat(new.id, new.endpoint_id, new.message_id, new.url, new.response))
    - octet_length(concat(old.id, old.endpoint_id, old.message_id, old.url, old.response))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_webhook_attempts AFTER DELETE ON webhook_attempts
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, webhook_bytes = webhook_bytes - 400
    - octet_length(concat(old.project_id, old.id, old.endpoint_id, old.message_id, old.url, old.response))
  WHERE project_id = old.project_id;
END;
