-- Users whom a project bans are suspended; restricted are those whom it keeps from full use. The audit log calls them so from its beginning.
UPDATE audit_events SET type = 'user.suspended'
WHERE project_id IN (SELECT project_id FROM projects) AND type = 'user.restricted';
--> statement-breakpoint
UPDATE audit_events SET type = 'user.unsuspended'
WHERE project_id IN (SELECT project_id FROM projects) AND type = 'user.unrestricted';
--> statement-breakpoint
DROP TRIGGER storage_follows_new_audit_events;
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
        'user.suspended', 'user.unsuspended', 'sign_in_invitation.sent', 'audit_log.exported', 'user.claimed',
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
DROP TRIGGER audit_events_are_few_at_four_times_the_quota;
--> statement-breakpoint
CREATE TRIGGER audit_events_are_few_at_four_times_the_quota AFTER INSERT ON audit_events
WHEN (
    new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN (
      'user.suspended', 'user.unsuspended', 'session.revoked', 'sessions.revoked', 'api_key.revoked',
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
DROP TRIGGER full_databases_keep_new_audit_events;
--> statement-breakpoint
CREATE TRIGGER full_databases_keep_new_audit_events AFTER INSERT ON audit_events
WHEN NOT (
    new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN (
      'user.suspended', 'user.unsuspended', 'session.revoked', 'sessions.revoked', 'api_key.revoked',
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
