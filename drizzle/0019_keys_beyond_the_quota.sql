-- An owner replaces a leaked key whatever the project stores. Beyond the quota, a project with twenty key sets loses the
-- oldest one that is revoked or has expired for each new one, whose description is short.
DROP TRIGGER storage_follows_new_internal_api_keys;
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
--> statement-breakpoint
-- A revocation is not refused for its event, and may come with another description.
CREATE TRIGGER key_sets_stay_short_beyond_the_quota AFTER UPDATE OF description ON internal_api_keys
WHEN octet_length(new.description) > max(1000, octet_length(old.description))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
-- Nor are the events of this refused, of which a project has twenty of each kind a day beyond four times the quota. Neither is
-- the verification of a user's address by a server, which says whose the account is.
DROP TRIGGER storage_follows_new_audit_events;
--> statement-breakpoint
DROP TRIGGER audit_events_are_few_at_four_times_the_quota;
--> statement-breakpoint
DROP TRIGGER full_databases_keep_new_audit_events;
--> statement-breakpoint
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
      OR new.type IN (
        'user.restricted', 'user.unrestricted', 'sign_in_invitation.sent', 'audit_log.exported', 'user.claimed',
        'totp.disabled', 'contact_channel.updated', 'oauth_account.linked', 'oauth_account.updated',
        'oauth_account.unlinked', 'sign_in.unlocked', 'project.updated', 'project.owner_role_changed',
        'internal_key.created'
      )
      OR (new.type = 'user.updated' AND new.details = '{"fields":["primary_email_verified"]}')
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
CREATE TRIGGER audit_events_are_few_at_four_times_the_quota AFTER INSERT ON audit_events
WHEN (
    new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN (
      'user.restricted', 'user.unrestricted', 'session.revoked', 'sessions.revoked', 'api_key.revoked',
      'sign_in_invitation.sent', 'audit_log.exported', 'user.claimed', 'totp.disabled',
      'contact_channel.updated', 'oauth_account.linked', 'oauth_account.updated', 'oauth_account.unlinked',
      'sign_in.unlocked', 'project.updated', 'project.owner_role_changed',
      'internal_key.created', 'internal_key.revoked', 'internal_key.deleted'
    )
    OR (new.type = 'user.updated' AND new.details = '{"fields":["primary_email_verified"]}')
  )
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND EXISTS (
    SELECT 1 FROM project_storage
    WHERE project_id = new.project_id AND (
      bytes > 4 * coalesce(max_bytes, (SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota))
      OR rows > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota))
    )
  )
  AND (new.target_type IS 'session' OR EXISTS (
    SELECT 1 FROM audit_events AS before
    WHERE before.project_id = new.project_id AND before.id <> new.id AND before.type = new.type
      AND before.target_id IS new.target_id
      AND (new.target_id IS NOT NULL OR before.actor_id IS new.actor_id)
  ) OR (new.target_type IS 'internal_key' AND EXISTS (
    SELECT 1 FROM audit_events
    WHERE project_id = new.project_id AND type = new.type
      AND id > substr(printf('%012x', new.created_at - 86400000), 1, 8)
        || '-' || substr(printf('%012x', new.created_at - 86400000), 9)
    LIMIT 1 OFFSET 20
  )))
BEGIN
  DELETE FROM audit_events WHERE project_id = new.project_id AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER full_databases_keep_new_audit_events AFTER INSERT ON audit_events
WHEN NOT (
    new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN (
      'user.restricted', 'user.unrestricted', 'session.revoked', 'sessions.revoked', 'api_key.revoked',
      'sign_in_invitation.sent', 'audit_log.exported', 'user.claimed', 'totp.disabled',
      'contact_channel.updated', 'oauth_account.linked', 'oauth_account.updated', 'oauth_account.unlinked',
      'sign_in.unlocked', 'project.updated', 'project.owner_role_changed',
      'internal_key.created', 'internal_key.revoked', 'internal_key.deleted'
    )
    OR (new.type = 'user.updated' AND new.details = '{"fields":["primary_email_verified"]}')
  )
  AND (SELECT fullness FROM storage_quota) = 'full'
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND (
    SELECT bytes > 4 * coalesce(max_bytes, (SELECT max_bytes FROM storage_quota)) FROM project_storage
    WHERE project_id = new.project_id
  )
BEGIN
  DELETE FROM audit_events WHERE project_id = new.project_id AND id = (
    SELECT id FROM audit_events
    WHERE project_id = new.project_id AND type = new.type AND id <> new.id
    ORDER BY id LIMIT 1
  );
END;
