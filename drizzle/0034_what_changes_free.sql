ALTER TABLE `project_storage` ADD `freed_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A change that frees more than the events take that record it is none to refuse: beyond twice the quota, those use up what was freed. So
-- nothing is stored by it that was not stored before.
CREATE TRIGGER `storage_remembers_what_was_freed` AFTER UPDATE OF `user_bytes`, `sign_in_bytes`, `team_bytes`, `email_bytes`, `webhook_bytes`, `payment_bytes`, `audit_bytes`, `setting_bytes` ON `project_storage`
WHEN new.`bytes` < old.`bytes`
  AND (old.`bytes` > 2 * coalesce(old.`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR old.`rows` > 2 * coalesce(old.`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
BEGIN
  UPDATE `project_storage` SET `freed_bytes` = `freed_bytes` + old.`bytes` - new.`bytes` WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
DROP TRIGGER `storage_follows_new_outbox`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_outbox` AFTER INSERT ON `outbox`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `webhook_bytes` = `webhook_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`type` NOT GLOB '*.deleted'
    AND (`bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 4 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
    AND `freed_bytes` < 400 + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`));
  UPDATE `project_storage` SET `freed_bytes` = max(0, `freed_bytes` - 400 - octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`)))
  WHERE `project_id` = new.`project_id` AND `freed_bytes` > 0;
END;--> statement-breakpoint
DROP TRIGGER `storage_follows_new_audit_events`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_audit_events` AFTER INSERT ON `audit_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `audit_bytes` = `audit_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`actor_type` <> 'system' AND NOT (new.`type` GLOB '*.deleted' OR new.`type` GLOB '*.revoked' OR new.`type` GLOB 'password.*'
    OR new.`type` IN ('user.restricted', 'user.unrestricted', 'sign_in_invitation.sent', 'audit_log.exported') OR new.`type` GLOB 'user.signed_*' AND new.`actor_type` = 'user')
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
    AND `freed_bytes` < 400 + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`));
  UPDATE `project_storage` SET `freed_bytes` = max(0, `freed_bytes` - 400 - octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`)))
  WHERE `project_id` = new.`project_id` AND `freed_bytes` > 0;
END;