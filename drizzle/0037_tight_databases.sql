ALTER TABLE `storage_quota` ADD `configured_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `storage_quota` ADD `fullness` text DEFAULT 'roomy' NOT NULL;--> statement-breakpoint
UPDATE `storage_quota` SET `configured_bytes` = `max_bytes`;--> statement-breakpoint
-- A database that is nearly full takes no new project. One that is moved comes with the shard that it leaves.
CREATE TRIGGER `tight_databases_take_no_projects` AFTER INSERT ON `projects`
WHEN new.`shard` IS NULL AND (SELECT `fullness` FROM `storage_quota`) <> 'roomy' BEGIN
  SELECT RAISE(ABORT, 'gatehouse: this database takes no new project');
END;--> statement-breakpoint
-- Images are in KV, and keep their quota while a database has a lower one.
DROP TRIGGER `image_storage_follows_new_uses`;--> statement-breakpoint
CREATE TRIGGER `image_storage_follows_new_uses` AFTER INSERT ON `image_uses` BEGIN
  INSERT INTO `image_storage` (`project_id`, `bytes`) VALUES (new.`project_id`, new.`bytes` + 400)
    ON CONFLICT (`project_id`) DO UPDATE SET `bytes` = `bytes` + excluded.`bytes`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `image_storage` WHERE `project_id` = new.`project_id`
    AND `bytes` > coalesce(`max_bytes`, (SELECT `configured_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
DROP TRIGGER `image_storage_follows_changed_uses`;--> statement-breakpoint
CREATE TRIGGER `image_storage_follows_changed_uses` AFTER UPDATE OF `bytes` ON `image_uses` WHEN new.`bytes` <> old.`bytes` BEGIN
  UPDATE `image_storage` SET `bytes` = `bytes` + new.`bytes` - old.`bytes` WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `image_storage` WHERE `project_id` = new.`project_id`
    AND new.`bytes` > old.`bytes` AND `bytes` > coalesce(`max_bytes`, (SELECT `configured_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
-- Changes go on in a tight database: what records them, for the audit log and for webhooks, has the quota that holds in a roomy one. Once
-- the database is full, what goes on without end has the lower one as well.
DROP TRIGGER `storage_follows_new_audit_events`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_audit_events` AFTER INSERT ON `audit_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `audit_bytes` = `audit_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`actor_type` <> 'system' AND NOT (new.`type` GLOB '*.deleted' OR new.`type` GLOB '*.revoked' OR new.`type` GLOB 'password.*' OR new.`type` GLOB 'user.signed_*'
    OR new.`type` IN ('user.restricted', 'user.unrestricted', 'sign_in_invitation.sent', 'audit_log.exported'))
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `configured_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
    AND `freed_bytes` < 400 + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`));
  UPDATE `project_storage` SET `freed_bytes` = max(0, `freed_bytes` - 400 - octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`)))
  WHERE `project_id` = new.`project_id` AND `freed_bytes` > 0;
END;--> statement-breakpoint
DROP TRIGGER `storage_follows_new_outbox`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_outbox` AFTER INSERT ON `outbox`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `webhook_bytes` = `webhook_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`type` NOT GLOB '*.deleted'
    AND (`bytes` > 4 * coalesce(`max_bytes`, (SELECT iif(`fullness` = 'full', `max_bytes`, `configured_bytes`) FROM `storage_quota`)) OR `rows` > 4 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
    AND `freed_bytes` < 400 + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`));
  UPDATE `project_storage` SET `freed_bytes` = max(0, `freed_bytes` - 400 - octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`)))
  WHERE `project_id` = new.`project_id` AND `freed_bytes` > 0;
END;--> statement-breakpoint
DROP TRIGGER `storage_remembers_what_was_freed`;--> statement-breakpoint
CREATE TRIGGER `storage_remembers_what_was_freed` AFTER UPDATE OF `user_bytes`, `team_bytes`, `vault_bytes` ON `project_storage`
WHEN new.`user_bytes` + new.`team_bytes` + new.`vault_bytes` <> old.`user_bytes` + old.`team_bytes` + old.`vault_bytes`
  AND (old.`bytes` > 2 * coalesce(old.`max_bytes`, (SELECT `configured_bytes` FROM `storage_quota`)) OR old.`rows` > 2 * coalesce(old.`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
BEGIN
  UPDATE `project_storage` SET `freed_bytes` = `freed_bytes` + old.`user_bytes` + old.`team_bytes` + old.`vault_bytes` - new.`user_bytes` - new.`team_bytes` - new.`vault_bytes`
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
DROP TRIGGER `storage_remembers_what_drafts_freed`;--> statement-breakpoint
CREATE TRIGGER `storage_remembers_what_drafts_freed` AFTER UPDATE OF `display_name`, `theme_id`, `tsx_source` ON `email_drafts`
WHEN octet_length(concat(new.`display_name`, new.`theme_id`, new.`tsx_source`)) < octet_length(concat(old.`display_name`, old.`theme_id`, old.`tsx_source`)) BEGIN
  UPDATE `project_storage` SET `freed_bytes` = `freed_bytes` + octet_length(concat(old.`display_name`, old.`theme_id`, old.`tsx_source`)) - octet_length(concat(new.`display_name`, new.`theme_id`, new.`tsx_source`))
  WHERE `project_id` = new.`project_id`
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `configured_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
DROP TRIGGER `reasons_of_restrictions_end_at_twice_the_quota`;--> statement-breakpoint
CREATE TRIGGER `reasons_of_restrictions_end_at_twice_the_quota` BEFORE UPDATE OF `restriction_reason` ON `users`
WHEN old.`restricted_at` IS NOT NULL AND new.`restricted_at` IS NOT NULL AND new.`restriction_reason` IS NOT old.`restriction_reason` BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `configured_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
DROP TRIGGER `audit_events_are_few_at_four_times_the_quota`;--> statement-breakpoint
CREATE TRIGGER `audit_events_are_few_at_four_times_the_quota` AFTER INSERT ON `audit_events`
WHEN (new.`type` GLOB 'password.*' OR new.`type` GLOB 'user.signed_*' OR new.`type` IN ('user.restricted', 'user.unrestricted', 'session.revoked',
    'sessions.revoked', 'api_key.revoked', 'internal_key.revoked', 'sign_in_invitation.sent', 'audit_log.exported'))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND EXISTS (SELECT 1 FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > 4 * coalesce(`max_bytes`, (SELECT iif(`fullness` = 'full', `max_bytes`, `configured_bytes`) FROM `storage_quota`)) OR `rows` > 4 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`))))
  AND (new.`target_type` IS 'session' OR EXISTS (SELECT 1 FROM `audit_events` AS `before` WHERE `before`.`project_id` = new.`project_id` AND `before`.`id` <> new.`id`
    AND `before`.`type` = new.`type` AND `before`.`target_id` IS new.`target_id` AND (new.`target_id` IS NOT NULL OR `before`.`actor_id` IS new.`actor_id`)))
BEGIN
  DELETE FROM `audit_events` WHERE `project_id` = new.`project_id` AND `id` = new.`id`;
END;--> statement-breakpoint
DROP TRIGGER `sent_emails_end_at_four_times_the_quota`;--> statement-breakpoint
CREATE TRIGGER `sent_emails_end_at_four_times_the_quota` AFTER INSERT ON `sent_emails`
WHEN new.`kind` IS NOT 'send' AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND EXISTS (SELECT 1 FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > 4 * coalesce(`max_bytes`, (SELECT iif(`fullness` = 'full', `max_bytes`, `configured_bytes`) FROM `storage_quota`)) OR `rows` > 4 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`))))
BEGIN
  DELETE FROM `sent_emails` WHERE `project_id` = new.`project_id` AND `id` = new.`id`;
END;--> statement-breakpoint
-- In a full database, what no quota refuses of a project beyond four quotas takes the place of what is older, so that it ends nowhere and
-- fills nothing. Of a project that arrives, rows are copied as they are.
CREATE TRIGGER `full_databases_keep_new_audit_events` AFTER INSERT ON `audit_events`
WHEN NOT (new.`type` GLOB 'password.*' OR new.`type` GLOB 'user.signed_*' OR new.`type` IN ('user.restricted', 'user.unrestricted', 'session.revoked',
    'sessions.revoked', 'api_key.revoked', 'internal_key.revoked', 'sign_in_invitation.sent', 'audit_log.exported'))
  AND (SELECT `fullness` FROM `storage_quota`) = 'full' AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND (SELECT `bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) FROM `project_storage` WHERE `project_id` = new.`project_id`) BEGIN
  DELETE FROM `audit_events` WHERE `project_id` = new.`project_id` AND `id` = (
    SELECT `id` FROM `audit_events` WHERE `project_id` = new.`project_id` AND `type` = new.`type` AND `id` <> new.`id` ORDER BY `id` LIMIT 1);
END;--> statement-breakpoint
CREATE TRIGGER `full_databases_keep_new_sent_emails` AFTER INSERT ON `sent_emails`
WHEN new.`kind` IS 'send' AND (SELECT `fullness` FROM `storage_quota`) = 'full' AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND (SELECT `bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) FROM `project_storage` WHERE `project_id` = new.`project_id`) BEGIN
  DELETE FROM `sent_emails` WHERE `project_id` = new.`project_id` AND `id` = (
    SELECT `id` FROM `sent_emails` WHERE `project_id` = new.`project_id` AND `id` <> new.`id` ORDER BY `sent_at`, `id` LIMIT 1);
END;--> statement-breakpoint
CREATE TRIGGER `full_databases_keep_new_webhook_attempts` AFTER INSERT ON `webhook_attempts`
WHEN (SELECT `fullness` FROM `storage_quota`) = 'full' AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND (SELECT `bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) FROM `project_storage` WHERE `project_id` = new.`project_id`) BEGIN
  DELETE FROM `webhook_attempts` WHERE `project_id` = new.`project_id` AND `id` = (
    SELECT `id` FROM `webhook_attempts` WHERE `project_id` = new.`project_id` AND `id` <> new.`id` ORDER BY `id` LIMIT 1);
END;--> statement-breakpoint
-- A sign-in ends the user's one that was used least recently, with its family; a website's session that of another website in its family.
CREATE TRIGGER `full_databases_keep_new_sessions` AFTER INSERT ON `sessions`
WHEN NOT new.`is_impersonation` AND (SELECT `fullness` FROM `storage_quota`) = 'full'
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND (SELECT `bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) FROM `project_storage` WHERE `project_id` = new.`project_id`) BEGIN
  DELETE FROM `sessions` WHERE `project_id` = new.`project_id` AND `user_id` = new.`user_id` AND new.`root_session_id` IS NULL AND coalesce(`root_session_id`, `id`) = (
    SELECT coalesce(`root_session_id`, `id`) FROM `sessions` WHERE `project_id` = new.`project_id` AND `user_id` = new.`user_id`
      AND NOT `is_impersonation` AND coalesce(`root_session_id`, `id`) <> new.`id`
    ORDER BY `last_used_at` LIMIT 1);
  DELETE FROM `sessions` WHERE `project_id` = new.`project_id` AND `id` = (
    SELECT `id` FROM `sessions` WHERE `project_id` = new.`project_id` AND `root_session_id` = new.`root_session_id` AND `id` <> new.`id`
    ORDER BY `last_used_at` LIMIT 1);
END;--> statement-breakpoint
-- Configurations, of up to a megabyte in each project, which no quota refuses either, grow no longer than 16 KB there.
CREATE TRIGGER `full_databases_keep_projects_short` AFTER UPDATE OF `display_name`, `description`, `logo_url`, `full_logo_url`, `config_override` ON `projects`
WHEN (SELECT `fullness` FROM `storage_quota`) = 'full' AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND octet_length(concat(new.`display_name`, new.`description`, new.`logo_url`, new.`full_logo_url`, new.`config_override`))
    > max(16384, octet_length(concat(old.`display_name`, old.`description`, old.`logo_url`, old.`full_logo_url`, old.`config_override`))) BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
