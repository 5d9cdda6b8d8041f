ALTER TABLE `api_keys` ADD `replaced_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_network` text;--> statement-breakpoint
ALTER TABLE `internal_api_keys` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `internal_api_keys` ADD `replaced_by` text;--> statement-breakpoint
ALTER TABLE `internal_api_keys` ADD `last_uses` text;
--> statement-breakpoint
DROP TRIGGER storage_follows_new_api_keys;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_api_keys AFTER INSERT ON api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.type, new.user_id, new.team_id, new.description, new.hash, new.last_four, new.replaced_by, new.last_used_network
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_changed_api_keys;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_api_keys AFTER UPDATE OF
  id, type, user_id, team_id, description, hash, last_four, replaced_by, last_used_network
ON api_keys
WHEN octet_length(concat(new.id, new.type, new.user_id, new.team_id, new.description, new.hash, new.last_four, new.replaced_by, new.last_used_network))
  <> octet_length(concat(old.id, old.type, old.user_id, old.team_id, old.description, old.hash, old.last_four, old.replaced_by, old.last_used_network))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.id, new.type, new.user_id, new.team_id, new.description, new.hash, new.last_four, new.replaced_by, new.last_used_network))
    - octet_length(concat(old.id, old.type, old.user_id, old.team_id, old.description, old.hash, old.last_four, old.replaced_by, old.last_used_network))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_deleted_api_keys;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_api_keys AFTER DELETE ON api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.type, old.user_id, old.team_id, old.description, old.hash, old.last_four, old.replaced_by, old.last_used_network
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_changed_internal_api_keys;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_internal_api_keys AFTER UPDATE OF
  id, description, publishable_client_key_hash, publishable_client_key_last_four, created_by, replaced_by, last_uses, publishable_client_key, secret_server_key_hash,
  secret_server_key_last_four, super_secret_admin_key_hash, super_secret_admin_key_last_four
ON internal_api_keys
WHEN octet_length(concat(
  new.id, new.description, new.publishable_client_key_hash, new.publishable_client_key_last_four, new.created_by, new.replaced_by, new.last_uses, new.publishable_client_key,
  new.secret_server_key_hash, new.secret_server_key_last_four, new.super_secret_admin_key_hash,
  new.super_secret_admin_key_last_four
)) <> octet_length(concat(
  old.id, old.description, old.publishable_client_key_hash, old.publishable_client_key_last_four, old.created_by, old.replaced_by, old.last_uses, old.publishable_client_key,
  old.secret_server_key_hash, old.secret_server_key_last_four, old.super_secret_admin_key_hash,
  old.super_secret_admin_key_last_four
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET setting_bytes = setting_bytes
    + octet_length(concat(
      new.id, new.description, new.publishable_client_key_hash, new.publishable_client_key_last_four, new.created_by, new.replaced_by, new.last_uses, new.publishable_client_key,
      new.secret_server_key_hash, new.secret_server_key_last_four, new.super_secret_admin_key_hash,
      new.super_secret_admin_key_last_four
    ))
    - octet_length(concat(
      old.id, old.description, old.publishable_client_key_hash, old.publishable_client_key_last_four, old.created_by, old.replaced_by, old.last_uses, old.publishable_client_key,
      old.secret_server_key_hash, old.secret_server_key_last_four, old.super_secret_admin_key_hash,
      old.super_secret_admin_key_last_four
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_deleted_internal_api_keys;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_internal_api_keys AFTER DELETE ON internal_api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, setting_bytes = setting_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.description, old.publishable_client_key_hash, old.publishable_client_key_last_four, old.created_by, old.replaced_by, old.last_uses, old.publishable_client_key,
      old.secret_server_key_hash, old.secret_server_key_last_four, old.super_secret_admin_key_hash,
      old.super_secret_admin_key_last_four
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_new_internal_api_keys;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_internal_api_keys AFTER INSERT ON internal_api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, setting_bytes = setting_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.description, new.publishable_client_key_hash, new.publishable_client_key_last_four, new.created_by, new.replaced_by, new.last_uses, new.publishable_client_key,
      new.secret_server_key_hash, new.secret_server_key_last_four, new.super_secret_admin_key_hash,
      new.super_secret_admin_key_last_four
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)))
    AND (octet_length(new.description) > 1000
      OR (SELECT count(*) > 20 FROM internal_api_keys WHERE project_id = new.project_id) AND NOT EXISTS (
        SELECT 1 FROM internal_api_keys
        WHERE project_id = new.project_id AND id <> new.id
          AND (manually_revoked_at IS NOT NULL OR expires_at <= new.created_at)
      ));
  DELETE FROM internal_api_keys WHERE project_id = new.project_id AND id = (
    SELECT id FROM internal_api_keys
    WHERE project_id = new.project_id AND id <> new.id
      AND (manually_revoked_at IS NOT NULL OR expires_at <= new.created_at)
    ORDER BY created_at, id LIMIT 1
  )
    AND (SELECT count(*) > 20 FROM internal_api_keys WHERE project_id = new.project_id)
    AND EXISTS (
      SELECT 1 FROM project_storage
      WHERE project_id = new.project_id
        AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
          OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)))
    );
END;
