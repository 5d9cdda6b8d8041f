CREATE TRIGGER storage_follows_new_email_drafts AFTER INSERT ON email_drafts
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, email_bytes = email_bytes + 400
    + octet_length(concat(new.project_id, new.id, new.display_name, new.theme_id, new.tsx_source))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_email_drafts AFTER UPDATE OF
  id, display_name, theme_id, tsx_source
ON email_drafts
WHEN octet_length(concat(new.id, new.display_name, new.theme_id, new.tsx_source))
  <> octet_length(concat(old.id, old.display_name, old.theme_id, old.tsx_source))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET email_bytes = email_bytes
    + octet_length(concat(new.id, new.display_name, new.theme_id, new.tsx_source))
    - octet_length(concat(old.id, old.display_name, old.theme_id, old.tsx_source))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND octet_length(concat(new.display_name, new.tsx_source))
      > octet_length(concat(old.display_name, old.tsx_source))
    AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_email_drafts AFTER DELETE ON email_drafts
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, email_bytes = email_bytes - 400
    - octet_length(concat(old.project_id, old.id, old.display_name, old.theme_id, old.tsx_source))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_email_sends AFTER INSERT ON email_sends
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, email_bytes = email_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.variant, new.subject, new.category_id, new.run_id, new.counts, new.content,
      new.theme_source, new.source
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_email_sends AFTER UPDATE OF
  id, variant, subject, category_id, run_id, counts, content, theme_source, source
ON email_sends
WHEN octet_length(concat(
  new.id, new.variant, new.subject, new.category_id, new.run_id, new.counts, new.content, new.theme_source, new.source
)) <> octet_length(concat(
  old.id, old.variant, old.subject, old.category_id, old.run_id, old.counts, old.content, old.theme_source, old.source
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET email_bytes = email_bytes
    + octet_length(concat(
      new.id, new.variant, new.subject, new.category_id, new.run_id, new.counts, new.content, new.theme_source,
      new.source
    ))
    - octet_length(concat(
      old.id, old.variant, old.subject, old.category_id, old.run_id, old.counts, old.content, old.theme_source,
      old.source
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_email_sends AFTER DELETE ON email_sends
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, email_bytes = email_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.variant, old.subject, old.category_id, old.run_id, old.counts, old.content,
      old.theme_source, old.source
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_email_send_recipients AFTER INSERT ON email_send_recipients
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, email_bytes = email_bytes + 400
    + octet_length(concat(new.project_id, new.send_id, new.user_id, new.status, new.skip_reason, new.error))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_email_send_recipients AFTER UPDATE OF
  send_id, user_id, status, skip_reason, error
ON email_send_recipients
WHEN octet_length(concat(new.send_id, new.user_id, new.status, new.skip_reason, new.error))
  <> octet_length(concat(old.send_id, old.user_id, old.status, old.skip_reason, old.error))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET email_bytes = email_bytes
    + octet_length(concat(new.send_id, new.user_id, new.status, new.skip_reason, new.error))
    - octet_length(concat(old.send_id, old.user_id, old.status, old.skip_reason, old.error))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_email_send_recipients AFTER DELETE ON email_send_recipients
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, email_bytes = email_bytes - 400
    - octet_length(concat(old.project_id, old.send_id, old.user_id, old.status, old.skip_reason, old.error))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_sent_emails AFTER INSERT ON sent_emails
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, email_bytes = email_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new."to", new.subject, new.sender_config, new.error, new.kind, new.send_id, new.user_id
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_sent_emails AFTER UPDATE OF
  id, "to", subject, sender_config, error, kind, send_id, user_id
ON sent_emails
WHEN octet_length(concat(
  new.id, new."to", new.subject, new.sender_config, new.error, new.kind, new.send_id, new.user_id
)) <> octet_length(concat(
  old.id, old."to", old.subject, old.sender_config, old.error, old.kind, old.send_id, old.user_id
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET email_bytes = email_bytes
    + octet_length(concat(
      new.id, new."to", new.subject, new.sender_config, new.error, new.kind, new.send_id, new.user_id
    ))
    - octet_length(concat(
      old.id, old."to", old.subject, old.sender_config, old.error, old.kind, old.send_id, old.user_id
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_sent_emails AFTER DELETE ON sent_emails
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, email_bytes = email_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old."to", old.subject, old.sender_config, old.error, old.kind, old.send_id, old.user_id
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_bounced_addresses AFTER INSERT ON bounced_addresses
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, email_bytes = email_bytes + 400
    + octet_length(concat(new.project_id, new.address, new.server_reply))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_bounced_addresses AFTER UPDATE OF address, server_reply ON bounced_addresses
WHEN octet_length(concat(new.address, new.server_reply))
  <> octet_length(concat(old.address, old.server_reply))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET email_bytes = email_bytes
    + octet_length(concat(new.address, new.server_reply))
    - octet_length(concat(old.address, old.server_reply))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_bounced_addresses AFTER DELETE ON bounced_addresses
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, email_bytes = email_bytes - 400
    - octet_length(concat(old.project_id, old.address, old.server_reply))
  WHERE project_id = old.project_id;
END;
