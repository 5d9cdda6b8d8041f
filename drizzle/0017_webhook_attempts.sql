-- Attempts are written by the system, whatever is stored. Beyond four times the quota the oldest ones make room: twelve, as
-- one that holds a response of 4 KB takes no more than they do.
DROP TRIGGER full_databases_keep_new_webhook_attempts;
--> statement-breakpoint
CREATE TRIGGER webhook_attempts_end_at_four_times_the_quota AFTER INSERT ON webhook_attempts
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
  AND EXISTS (
    SELECT 1 FROM project_storage
    WHERE project_id = new.project_id AND (
      bytes > 4 * coalesce(max_bytes, (SELECT iif(fullness = 'full', max_bytes, configured_bytes) FROM storage_quota))
      OR rows > 4 * coalesce(max_rows, (SELECT max_rows FROM storage_quota))
    )
  )
BEGIN
  DELETE FROM webhook_attempts WHERE project_id = new.project_id AND id IN (
    SELECT id FROM webhook_attempts WHERE project_id = new.project_id AND id <> new.id ORDER BY id LIMIT 12
  );
END;
