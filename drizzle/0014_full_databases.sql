-- In a full database, what no quota refuses takes the place of what is older where a project stores more than four
-- quotas. Rows of a project that arrives from another database are copied as they are.

-- A project that is moved here comes with the shard that it leaves.
CREATE TRIGGER tight_databases_take_no_projects AFTER INSERT ON projects
WHEN new.shard IS NULL AND (SELECT fullness FROM storage_quota) <> 'roomy' BEGIN
  SELECT RAISE(ABORT, 'gatehouse: this database takes no new project');
END;
--> statement-breakpoint
-- No quota refuses a configuration, of up to a megabyte in each project: it grows no longer than 16 KB.
CREATE TRIGGER full_databases_keep_projects_short AFTER UPDATE OF
  display_name, description, logo_url, full_logo_url, config_override
ON projects
WHEN (SELECT fullness FROM storage_quota) = 'full'
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND octet_length(concat(new.display_name, new.description, new.logo_url, new.full_logo_url, new.config_override))
    > max(16384, octet_length(concat(
      old.display_name, old.description, old.logo_url, old.full_logo_url, old.config_override
    )))
BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
CREATE TRIGGER full_databases_keep_new_audit_events AFTER INSERT ON audit_events
WHEN NOT (
    new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
    OR new.type IN (
      'user.restricted', 'user.unrestricted', 'session.revoked', 'sessions.revoked', 'api_key.revoked',
      'internal_key.revoked', 'sign_in_invitation.sent', 'audit_log.exported'
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
CREATE TRIGGER full_databases_keep_new_sent_emails AFTER INSERT ON sent_emails
WHEN new.kind IS 'send' AND (SELECT fullness FROM storage_quota) = 'full'
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND (
    SELECT bytes > 4 * coalesce(max_bytes, (SELECT max_bytes FROM storage_quota)) FROM project_storage
    WHERE project_id = new.project_id
  )
BEGIN
  DELETE FROM sent_emails WHERE project_id = new.project_id AND id = (
    SELECT id FROM sent_emails WHERE project_id = new.project_id AND id <> new.id ORDER BY sent_at, id LIMIT 1
  );
END;
--> statement-breakpoint
CREATE TRIGGER full_databases_keep_new_webhook_attempts AFTER INSERT ON webhook_attempts
WHEN (SELECT fullness FROM storage_quota) = 'full'
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND (
    SELECT bytes > 4 * coalesce(max_bytes, (SELECT max_bytes FROM storage_quota)) FROM project_storage
    WHERE project_id = new.project_id
  )
BEGIN
  DELETE FROM webhook_attempts WHERE project_id = new.project_id AND id = (
    SELECT id FROM webhook_attempts WHERE project_id = new.project_id AND id <> new.id ORDER BY id LIMIT 1
  );
END;
--> statement-breakpoint
-- A sign-in ends the user's session that was used least recently, with its family; a website's session ends that of
-- another website in its family.
CREATE TRIGGER full_databases_keep_new_sessions AFTER INSERT ON sessions
WHEN NOT new.is_impersonation AND (SELECT fullness FROM storage_quota) = 'full'
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND (
    SELECT bytes > 4 * coalesce(max_bytes, (SELECT max_bytes FROM storage_quota)) FROM project_storage
    WHERE project_id = new.project_id
  )
BEGIN
  DELETE FROM sessions
  WHERE project_id = new.project_id AND user_id = new.user_id AND new.root_session_id IS NULL
    AND coalesce(root_session_id, id) = (
      SELECT coalesce(root_session_id, id) FROM sessions
      WHERE project_id = new.project_id AND user_id = new.user_id
        AND NOT is_impersonation AND coalesce(root_session_id, id) <> new.id
      ORDER BY last_used_at LIMIT 1
    );
  DELETE FROM sessions WHERE project_id = new.project_id AND id = (
    SELECT id FROM sessions
    WHERE project_id = new.project_id AND root_session_id = new.root_session_id AND id <> new.id
    ORDER BY last_used_at LIMIT 1
  );
END;
