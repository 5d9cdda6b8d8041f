-- A proof of who holds an account, what takes access away and the configuration are never refused for their events in the
-- audit log either, which beyond four times the quota are recorded once.
DROP TRIGGER storage_follows_new_audit_events;
--> statement-breakpoint
DROP TRIGGER audit_events_are_few_at_four_times_the_quota;
--> statement-breakpoint
DROP TRIGGER full_databases_keep_new_audit_events;
--> statement-breakpoint
DROP TRIGGER internal_events_of_an_owner_end;
--> statement-breakpoint
-- Nor is whoever claims an owner's account kept from it by the events of who had it before. What is exempt ends something
-- that cannot be added without end, and a claim links an account once.
CREATE TRIGGER internal_events_of_an_owner_end BEFORE INSERT ON audit_events
WHEN new.project_id = 'internal' AND new.actor_type = 'user'
  AND NOT (
    new.type GLOB '*.deleted' OR new.type GLOB '*.revoked'
    OR new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN ('user.claimed', 'totp.disabled', 'oauth_account.unlinked')
    OR (new.type = 'oauth_account.linked' AND EXISTS (
      SELECT 1 FROM audit_events
      WHERE project_id = 'internal' AND target_id = new.target_id AND type = 'user.claimed'
        AND created_at > new.created_at - 10000
    ))
  )
  AND EXISTS (
    SELECT 1 FROM audit_events
    WHERE project_id = 'internal' AND actor_id = new.actor_id
      AND id > substr(printf('%012x', new.created_at - 86400000), 1, 8)
        || '-' || substr(printf('%012x', new.created_at - 86400000), 9)
    ORDER BY id LIMIT 1 OFFSET 999
  )
BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
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
        'oauth_account.unlinked', 'sign_in.unlocked', 'project.updated', 'project.owner_role_changed'
      )
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
      'internal_key.revoked', 'sign_in_invitation.sent', 'audit_log.exported', 'user.claimed', 'totp.disabled',
      'contact_channel.updated', 'oauth_account.linked', 'oauth_account.updated', 'oauth_account.unlinked',
      'sign_in.unlocked', 'project.updated', 'project.owner_role_changed'
    )
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
  ))
BEGIN
  DELETE FROM audit_events WHERE project_id = new.project_id AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER full_databases_keep_new_audit_events AFTER INSERT ON audit_events
WHEN NOT (
    new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN (
      'user.restricted', 'user.unrestricted', 'session.revoked', 'sessions.revoked', 'api_key.revoked',
      'internal_key.revoked', 'sign_in_invitation.sent', 'audit_log.exported', 'user.claimed', 'totp.disabled',
      'contact_channel.updated', 'oauth_account.linked', 'oauth_account.updated', 'oauth_account.unlinked',
      'sign_in.unlocked', 'project.updated', 'project.owner_role_changed'
    )
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
--> statement-breakpoint
-- Beyond four times the quota, webhooks are not told of changes of users, instead of a reset or a restriction being refused.
-- In a project without an endpoint, no row is inserted either, so that nothing depends on `changes()` afterwards.
CREATE TRIGGER outbox_takes_no_changes_of_users_at_four_times_the_quota BEFORE INSERT ON outbox
WHEN new.type = 'user.updated' AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  SELECT RAISE(IGNORE) FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes + 400 + octet_length(concat(new.project_id, new.id, new.type, new.data)) > 4 * coalesce(max_bytes, (
        SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota
      )) OR rows + 1 > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)))
    AND freed_bytes < 400 + octet_length(concat(new.project_id, new.id, new.type, new.data));
END;
