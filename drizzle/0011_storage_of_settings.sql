-- A project whose rows are in another database has its shard, and is counted there.
CREATE TRIGGER storage_follows_new_projects AFTER INSERT ON projects WHEN new.shard IS NULL BEGIN
  INSERT INTO project_storage (project_id, rows, setting_bytes)
  VALUES (new.project_id, 1, 400 + octet_length(concat(
    new.project_id, new.display_name, new.description, new.logo_url, new.full_logo_url, new.config_override,
    new.config_seal
  )))
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_projects AFTER UPDATE OF
  display_name, description, logo_url, full_logo_url, config_override, config_seal
ON projects
WHEN new.shard IS NULL AND old.shard IS NULL
  AND octet_length(concat(
    new.display_name, new.description, new.logo_url, new.full_logo_url, new.config_override, new.config_seal
  )) <> octet_length(concat(
    old.display_name, old.description, old.logo_url, old.full_logo_url, old.config_override, old.config_seal
  ))
BEGIN
  UPDATE project_storage SET setting_bytes = setting_bytes
    + octet_length(concat(
      new.display_name, new.description, new.logo_url, new.full_logo_url, new.config_override, new.config_seal
    ))
    - octet_length(concat(
      old.display_name, old.description, old.logo_url, old.full_logo_url, old.config_override, old.config_seal
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_internal_api_keys AFTER INSERT ON internal_api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, setting_bytes = setting_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.description, new.publishable_client_key_hash, new.publishable_client_key_last_four,
      new.secret_server_key_hash, new.secret_server_key_last_four, new.super_secret_admin_key_hash,
      new.super_secret_admin_key_last_four
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_internal_api_keys AFTER UPDATE OF
  id, description, publishable_client_key_hash, publishable_client_key_last_four, secret_server_key_hash,
  secret_server_key_last_four, super_secret_admin_key_hash, super_secret_admin_key_last_four
ON internal_api_keys
WHEN octet_length(concat(
  new.id, new.description, new.publishable_client_key_hash, new.publishable_client_key_last_four,
  new.secret_server_key_hash, new.secret_server_key_last_four, new.super_secret_admin_key_hash,
  new.super_secret_admin_key_last_four
)) <> octet_length(concat(
  old.id, old.description, old.publishable_client_key_hash, old.publishable_client_key_last_four,
  old.secret_server_key_hash, old.secret_server_key_last_four, old.super_secret_admin_key_hash,
  old.super_secret_admin_key_last_four
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET setting_bytes = setting_bytes
    + octet_length(concat(
      new.id, new.description, new.publishable_client_key_hash, new.publishable_client_key_last_four,
      new.secret_server_key_hash, new.secret_server_key_last_four, new.super_secret_admin_key_hash,
      new.super_secret_admin_key_last_four
    ))
    - octet_length(concat(
      old.id, old.description, old.publishable_client_key_hash, old.publishable_client_key_last_four,
      old.secret_server_key_hash, old.secret_server_key_last_four, old.super_secret_admin_key_hash,
      old.super_secret_admin_key_last_four
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_internal_api_keys AFTER DELETE ON internal_api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, setting_bytes = setting_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.description, old.publishable_client_key_hash, old.publishable_client_key_last_four,
      old.secret_server_key_hash, old.secret_server_key_last_four, old.super_secret_admin_key_hash,
      old.super_secret_admin_key_last_four
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_assistant_messages AFTER INSERT ON assistant_messages
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, setting_bytes = setting_bytes + 400
    + octet_length(concat(new.project_id, new.thread_id, new.message))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_assistant_messages AFTER UPDATE OF thread_id, message ON assistant_messages
WHEN octet_length(concat(new.thread_id, new.message))
  <> octet_length(concat(old.thread_id, old.message))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET setting_bytes = setting_bytes
    + octet_length(concat(new.thread_id, new.message))
    - octet_length(concat(old.thread_id, old.message))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_assistant_messages AFTER DELETE ON assistant_messages
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, setting_bytes = setting_bytes - 400
    - octet_length(concat(old.project_id, old.thread_id, old.message))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_data_vault_keys AFTER INSERT ON data_vault_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, setting_bytes = setting_bytes + 400
    + octet_length(concat(new.project_id, new.store_id, new.id, new.sealed_key))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_data_vault_keys AFTER UPDATE OF store_id, id, sealed_key ON data_vault_keys
WHEN octet_length(concat(new.store_id, new.id, new.sealed_key))
  <> octet_length(concat(old.store_id, old.id, old.sealed_key))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET setting_bytes = setting_bytes
    + octet_length(concat(new.store_id, new.id, new.sealed_key))
    - octet_length(concat(old.store_id, old.id, old.sealed_key))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_data_vault_keys AFTER DELETE ON data_vault_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, setting_bytes = setting_bytes - 400
    - octet_length(concat(old.project_id, old.store_id, old.id, old.sealed_key))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
-- Values of the data vault count with the bytes that they take in KV.
CREATE TRIGGER storage_follows_new_data_vault_values AFTER INSERT ON data_vault_values
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1,
    setting_bytes = setting_bytes + new.bytes + 400 + octet_length(concat(
      new.project_id, new.store_id, new.key_id, new.name
    )),
    vault_bytes = vault_bytes + new.bytes + 400 + octet_length(concat(
      new.project_id, new.store_id, new.key_id, new.name
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_data_vault_values AFTER UPDATE OF
  store_id, key_id, name, bytes
ON data_vault_values
WHEN new.bytes + octet_length(concat(new.store_id, new.key_id, new.name))
  <> old.bytes + octet_length(concat(old.store_id, old.key_id, old.name))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET
    setting_bytes = setting_bytes + new.bytes - old.bytes
      + octet_length(concat(new.store_id, new.key_id, new.name))
      - octet_length(concat(old.store_id, old.key_id, old.name)),
    vault_bytes = vault_bytes + new.bytes - old.bytes
      + octet_length(concat(new.store_id, new.key_id, new.name))
      - octet_length(concat(old.store_id, old.key_id, old.name))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND new.bytes > old.bytes AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_data_vault_values AFTER DELETE ON data_vault_values
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1,
    setting_bytes = setting_bytes - old.bytes - 400 - octet_length(concat(
      old.project_id, old.store_id, old.key_id, old.name
    )),
    vault_bytes = vault_bytes - old.bytes - 400 - octet_length(concat(
      old.project_id, old.store_id, old.key_id, old.name
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
-- The audit log takes twice the quota of a roomy database. A deletion, a revocation, a sign-in and what lets a user
-- back in are never refused for it. An event takes from what its change has freed.
CREATE TRIGGER storage_follows_new_audit_events AFTER INSERT ON audit_events
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, audit_bytes = audit_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.type, new.actor_type, new.actor_id, new.impersonator_type, new.impersonator_id,
      new.session_id, new.target_type, new.target_id, new.details, new.ip, new.country_code, new.user_agent
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND new.actor_type <> 'system'
    AND NOT (
      new.type GLOB '*.deleted' OR new.type GLOB '*.revoked'
      OR new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
      OR new.type IN ('user.restricted', 'user.unrestricted', 'sign_in_invitation.sent', 'audit_log.exported')
    )
    AND (bytes > 2 * coalesce(max_bytes, (SELECT configured_bytes FROM storage_quota))
      OR rows > 2 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)))
    AND freed_bytes < 400 + octet_length(concat(
      new.project_id, new.id, new.type, new.actor_type, new.actor_id, new.impersonator_type, new.impersonator_id,
      new.session_id, new.target_type, new.target_id, new.details, new.ip, new.country_code, new.user_agent
    ));
  UPDATE project_storage SET freed_bytes = max(0, freed_bytes - 400 - octet_length(concat(
    new.project_id, new.id, new.type, new.actor_type, new.actor_id, new.impersonator_type, new.impersonator_id,
    new.session_id, new.target_type, new.target_id, new.details, new.ip, new.country_code, new.user_agent
  )))
  WHERE project_id = new.project_id AND freed_bytes > 0;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_audit_events AFTER UPDATE OF
  id, type, actor_type, actor_id, impersonator_type, impersonator_id, session_id, target_type, target_id, details, ip,
  country_code, user_agent
ON audit_events
WHEN octet_length(concat(
  new.id, new.type, new.actor_type, new.actor_id, new.impersonator_type, new.impersonator_id, new.session_id,
  new.target_type, new.target_id, new.details, new.ip, new.country_code, new.user_agent
)) <> octet_length(concat(
  old.id, old.type, old.actor_type, old.actor_id, old.impersonator_type, old.impersonator_id, old.session_id,
  old.target_type, old.target_id, old.details, old.ip, old.country_code, old.user_agent
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET audit_bytes = audit_bytes
    + octet_length(concat(
      new.id, new.type, new.actor_type, new.actor_id, new.impersonator_type, new.impersonator_id, new.session_id,
      new.target_type, new.target_id, new.details, new.ip, new.country_code, new.user_agent
    ))
    - octet_length(concat(
      old.id, old.type, old.actor_type, old.actor_id, old.impersonator_type, old.impersonator_id, old.session_id,
      old.target_type, old.target_id, old.details, old.ip, old.country_code, old.user_agent
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_audit_events AFTER DELETE ON audit_events
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, audit_bytes = audit_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.type, old.actor_type, old.actor_id, old.impersonator_type, old.impersonator_id,
      old.session_id, old.target_type, old.target_id, old.details, old.ip, old.country_code, old.user_agent
    ))
  WHERE project_id = old.project_id;
END;
