DROP INDEX `team_memberships_in_order`;--> statement-breakpoint
DROP INDEX `team_memberships_of_team`;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_token` ON `sessions` (`refresh_token_hash`);--> statement-breakpoint
DROP INDEX `sessions_by_refresh_token`;--> statement-breakpoint
DROP INDEX `contact_channels_of_user`;--> statement-breakpoint
DROP INDEX `contact_channels_in_order`;--> statement-breakpoint
DROP INDEX `oauth_links_of_user`;--> statement-breakpoint
DROP INDEX `oauth_links_in_order`;--> statement-breakpoint
ALTER TABLE `sent_emails` ADD `kept_days` integer;--> statement-breakpoint
CREATE INDEX `sent_emails_by_expiry` ON `sent_emails` (sent_at + case when kept_days is null then 30 else kept_days end * 86400000);--> statement-breakpoint
-- Events are recorded only where a project has an endpoint, so the trigger need not look for one before it hands them out.
DROP TRIGGER `webhook_deliveries_follow_outbox`;--> statement-breakpoint
CREATE TRIGGER `webhook_deliveries_follow_outbox` AFTER INSERT ON `outbox` BEGIN
  INSERT INTO `webhook_deliveries` (`project_id`, `endpoint_id`, `message_id`, `subject`, `created_at`, `status`, `next_attempt_at`, `expires_at`)
  SELECT new.`project_id`, `id`, new.`id`,
    substr(new.`type`, 1, instr(new.`type`, '.') - 1) || '/' || coalesce(new.`data` ->> '$.team_id', '') || '/' ||
      coalesce(new.`data` ->> '$.user_id', '') || '/' || coalesce(new.`data` ->> '$.id', ''),
    new.`created_at`, 1, new.`created_at`, new.`created_at` + 2592000000
  FROM `webhook_endpoints`
  WHERE `project_id` = new.`project_id` AND `disabled_at` IS NULL
    AND (`event_types` IS NULL OR EXISTS (SELECT 1 FROM json_each(`event_types`) WHERE value = new.`type`));
  UPDATE `webhook_endpoints` SET `due_at` = new.`created_at`
  WHERE `project_id` = new.`project_id` AND `disabled_at` IS NULL AND (`due_at` IS NULL OR `due_at` > new.`created_at`)
    AND (`event_types` IS NULL OR EXISTS (SELECT 1 FROM json_each(`event_types`) WHERE value = new.`type`));
END;
