-- The files named `storage_of_…` count what each project stores: a row counts as 400 bytes, for its numbers and its
-- index entries, and the lengths of its texts. What somebody chooses to store is refused beyond the quota; what a
-- sign-in, a deletion or a job writes is counted alone. A project that arrives from another database is left out, as
-- its counts are copied with it.

CREATE TRIGGER storage_follows_new_users AFTER INSERT ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.display_name, new.search_name, new.profile_image_url, new.selected_team_id,
      new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.primary_email, new.oauth_providers,
      new.last_country, new.restriction_reason
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_users AFTER UPDATE OF
  id, display_name, search_name, profile_image_url, selected_team_id, client_metadata, client_read_only_metadata,
  server_metadata, primary_email, oauth_providers, last_country, restriction_reason
ON users
WHEN octet_length(concat(
  new.id, new.display_name, new.search_name, new.profile_image_url, new.selected_team_id, new.client_metadata,
  new.client_read_only_metadata, new.server_metadata, new.primary_email, new.oauth_providers, new.last_country,
  new.restriction_reason
)) <> octet_length(concat(
  old.id, old.display_name, old.search_name, old.profile_image_url, old.selected_team_id, old.client_metadata,
  old.client_read_only_metadata, old.server_metadata, old.primary_email, old.oauth_providers, old.last_country,
  old.restriction_reason
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(
      new.id, new.display_name, new.search_name, new.profile_image_url, new.selected_team_id, new.client_metadata,
      new.client_read_only_metadata, new.server_metadata, new.primary_email, new.oauth_providers, new.last_country,
      new.restriction_reason
    ))
    - octet_length(concat(
      old.id, old.display_name, old.search_name, old.profile_image_url, old.selected_team_id, old.client_metadata,
      old.client_read_only_metadata, old.server_metadata, old.primary_email, old.oauth_providers, old.last_country,
      old.restriction_reason
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND octet_length(concat(
      new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata, new.server_metadata
    )) > octet_length(concat(
      old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata, old.server_metadata
    ))
    AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_users AFTER DELETE ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.display_name, old.search_name, old.profile_image_url, old.selected_team_id,
      old.client_metadata, old.client_read_only_metadata, old.server_metadata, old.primary_email, old.oauth_providers,
      old.last_country, old.restriction_reason
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_contact_channels AFTER INSERT ON contact_channels
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(new.project_id, new.id, new.user_id, new.type, new.value))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_contact_channels AFTER UPDATE OF id, user_id, type, value ON contact_channels
WHEN octet_length(concat(new.id, new.user_id, new.type, new.value))
  <> octet_length(concat(old.id, old.user_id, old.type, old.value))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.id, new.user_id, new.type, new.value))
    - octet_length(concat(old.id, old.user_id, old.type, old.value))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_contact_channels AFTER DELETE ON contact_channels
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(old.project_id, old.id, old.user_id, old.type, old.value))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_oauth_links AFTER INSERT ON oauth_links
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(new.project_id, new.id, new.user_id, new.provider_config_id, new.account_id, new.email))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_oauth_links AFTER UPDATE OF
  id, user_id, provider_config_id, account_id, email
ON oauth_links
WHEN octet_length(concat(new.id, new.user_id, new.provider_config_id, new.account_id, new.email))
  <> octet_length(concat(old.id, old.user_id, old.provider_config_id, old.account_id, old.email))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.id, new.user_id, new.provider_config_id, new.account_id, new.email))
    - octet_length(concat(old.id, old.user_id, old.provider_config_id, old.account_id, old.email))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_oauth_links AFTER DELETE ON oauth_links
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(old.project_id, old.id, old.user_id, old.provider_config_id, old.account_id, old.email))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_passkeys AFTER INSERT ON passkeys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(
      new.project_id, new.credential_id, new.user_id, new.rp_id, new.public_key, new.transports, new.name
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_passkeys AFTER UPDATE OF
  credential_id, user_id, rp_id, public_key, transports, name
ON passkeys
WHEN octet_length(concat(new.credential_id, new.user_id, new.rp_id, new.public_key, new.transports, new.name))
  <> octet_length(concat(old.credential_id, old.user_id, old.rp_id, old.public_key, old.transports, old.name))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.credential_id, new.user_id, new.rp_id, new.public_key, new.transports, new.name))
    - octet_length(concat(old.credential_id, old.user_id, old.rp_id, old.public_key, old.transports, old.name))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_passkeys AFTER DELETE ON passkeys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(
      old.project_id, old.credential_id, old.user_id, old.rp_id, old.public_key, old.transports, old.name
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_passwords AFTER INSERT ON passwords
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(new.project_id, new.user_id, new.hash))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_passwords AFTER UPDATE OF user_id, hash ON passwords
WHEN octet_length(concat(new.user_id, new.hash))
  <> octet_length(concat(old.user_id, old.hash))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.user_id, new.hash))
    - octet_length(concat(old.user_id, old.hash))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_passwords AFTER DELETE ON passwords
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(old.project_id, old.user_id, old.hash))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_totp_secrets AFTER INSERT ON totp_secrets
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(new.project_id, new.user_id, new.sealed_secret))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_totp_secrets AFTER UPDATE OF user_id, sealed_secret ON totp_secrets
WHEN octet_length(concat(new.user_id, new.sealed_secret))
  <> octet_length(concat(old.user_id, old.sealed_secret))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.user_id, new.sealed_secret))
    - octet_length(concat(old.user_id, old.sealed_secret))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_totp_secrets AFTER DELETE ON totp_secrets
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(old.project_id, old.user_id, old.sealed_secret))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_recovery_codes AFTER INSERT ON recovery_codes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(new.project_id, new.user_id, new.code_hash))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_recovery_codes AFTER UPDATE OF user_id, code_hash ON recovery_codes
WHEN octet_length(concat(new.user_id, new.code_hash))
  <> octet_length(concat(old.user_id, old.code_hash))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.user_id, new.code_hash))
    - octet_length(concat(old.user_id, old.code_hash))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_recovery_codes AFTER DELETE ON recovery_codes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(old.project_id, old.user_id, old.code_hash))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_notification_preferences AFTER INSERT ON notification_preferences
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(new.project_id, new.user_id, new.category_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_notification_preferences AFTER UPDATE OF
  user_id, category_id
ON notification_preferences
WHEN octet_length(concat(new.user_id, new.category_id))
  <> octet_length(concat(old.user_id, old.category_id))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.user_id, new.category_id))
    - octet_length(concat(old.user_id, old.category_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_notification_preferences AFTER DELETE ON notification_preferences
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(old.project_id, old.user_id, old.category_id))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_api_keys AFTER INSERT ON api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.type, new.user_id, new.team_id, new.description, new.hash, new.last_four
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_api_keys AFTER UPDATE OF
  id, type, user_id, team_id, description, hash, last_four
ON api_keys
WHEN octet_length(concat(new.id, new.type, new.user_id, new.team_id, new.description, new.hash, new.last_four))
  <> octet_length(concat(old.id, old.type, old.user_id, old.team_id, old.description, old.hash, old.last_four))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.id, new.type, new.user_id, new.team_id, new.description, new.hash, new.last_four))
    - octet_length(concat(old.id, old.type, old.user_id, old.team_id, old.description, old.hash, old.last_four))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_api_keys AFTER DELETE ON api_keys
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.type, old.user_id, old.team_id, old.description, old.hash, old.last_four
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_project_permission_grants AFTER INSERT ON project_permission_grants
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(new.project_id, new.user_id, new.permission_id))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_project_permission_grants AFTER UPDATE OF
  user_id, permission_id
ON project_permission_grants
WHEN octet_length(concat(new.user_id, new.permission_id))
  <> octet_length(concat(old.user_id, old.permission_id))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(new.user_id, new.permission_id))
    - octet_length(concat(old.user_id, old.permission_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_project_permission_grants AFTER DELETE ON project_permission_grants
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(old.project_id, old.user_id, old.permission_id))
  WHERE project_id = old.project_id;
END;
