-- A change that frees more than its events take is not refused beyond twice the quota: the events use up what was
-- freed. What grows uses it up as well, so that growing first frees nothing.
CREATE TRIGGER storage_remembers_what_was_freed AFTER UPDATE OF user_bytes, team_bytes, vault_bytes ON project_storage
WHEN new.user_bytes + new.team_bytes + new.vault_bytes <> old.user_bytes + old.team_bytes + old.vault_bytes
  AND (old.bytes > 2 * coalesce(old.max_bytes, (SELECT configured_bytes FROM storage_quota))
    OR old.rows > 2 * coalesce(old.max_rows, (SELECT max_rows FROM storage_quota)))
BEGIN
  UPDATE project_storage SET freed_bytes = freed_bytes
    + old.user_bytes + old.team_bytes + old.vault_bytes
    - new.user_bytes - new.team_bytes - new.vault_bytes
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_remembers_what_drafts_freed AFTER UPDATE OF display_name, theme_id, tsx_source ON email_drafts
WHEN octet_length(concat(new.display_name, new.theme_id, new.tsx_source))
  < octet_length(concat(old.display_name, old.theme_id, old.tsx_source))
BEGIN
  UPDATE project_storage SET freed_bytes = freed_bytes
    + octet_length(concat(old.display_name, old.theme_id, old.tsx_source))
    - octet_length(concat(new.display_name, new.theme_id, new.tsx_source))
  WHERE project_id = new.project_id
    AND (bytes > 2 * coalesce(max_bytes, (SELECT configured_bytes FROM storage_quota))
      OR rows > 2 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
-- Another reason for the same restriction changes nothing that a restriction is for, and leaves an event each time.
CREATE TRIGGER reasons_of_restrictions_end_at_twice_the_quota BEFORE UPDATE OF restriction_reason ON users
WHEN old.restricted_at IS NOT NULL AND new.restricted_at IS NOT NULL
  AND new.restriction_reason IS NOT old.restriction_reason BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > 2 * coalesce(max_bytes, (SELECT configured_bytes FROM storage_quota))
      OR rows > 2 * coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
-- Beyond four times the quota, what is never refused is recorded once: for each kind and target, without a target for
-- each kind and actor, and never for sessions. Deleting the row leaves `changes()` as the next statement expects it.
CREATE TRIGGER audit_events_are_few_at_four_times_the_quota AFTER INSERT ON audit_events
WHEN (
    new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN (
      'user.restricted', 'user.unrestricted', 'session.revoked', 'sessions.revoked', 'api_key.revoked',
      'internal_key.revoked', 'sign_in_invitation.sent', 'audit_log.exported'
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
-- The system's own emails go on being sent, and are no longer logged.
CREATE TRIGGER sent_emails_end_at_four_times_the_quota AFTER INSERT ON sent_emails
WHEN new.kind IS NOT 'send'
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND EXISTS (
    SELECT 1 FROM project_storage
    WHERE project_id = new.project_id AND (
      bytes > 4 * coalesce(max_bytes, (SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota))
      OR rows > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota))
    )
  )
BEGIN
  DELETE FROM sent_emails WHERE project_id = new.project_id AND id = new.id;
END;
