DROP INDEX `verification_codes_by_expiry`;--> statement-breakpoint
CREATE INDEX `verification_codes_by_expiry` ON `verification_codes` (expires_at + case kind when 'passkey_authentication' then 3600000 when 'passkey_registration' then 3600000 when 'mfa_attempt' then 3600000 when 'integration_interaction' then 3600000 else 86400000 end);--> statement-breakpoint
-- Another reason for the same restriction changes nothing that a restriction is for, and leaves an event each time.
CREATE TRIGGER `reasons_of_restrictions_end_at_twice_the_quota` BEFORE UPDATE OF `restriction_reason` ON `users`
WHEN old.`restricted_at` IS NOT NULL AND new.`restricted_at` IS NOT NULL AND new.`restriction_reason` IS NOT old.`restriction_reason` BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
-- Freed is what a project cannot store again: sessions, codes and settings come and go beyond the quota as well, and jobs sweep mails and events.
-- What grows uses it up, so that nothing is freed by growing first.
DROP TRIGGER `storage_remembers_what_was_freed`;--> statement-breakpoint
CREATE TRIGGER `storage_remembers_what_was_freed` AFTER UPDATE OF `user_bytes`, `team_bytes`, `vault_bytes` ON `project_storage`
WHEN new.`user_bytes` + new.`team_bytes` + new.`vault_bytes` <> old.`user_bytes` + old.`team_bytes` + old.`vault_bytes`
  AND (old.`bytes` > 2 * coalesce(old.`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR old.`rows` > 2 * coalesce(old.`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
BEGIN
  UPDATE `project_storage` SET `freed_bytes` = `freed_bytes` + old.`user_bytes` + old.`team_bytes` + old.`vault_bytes` - new.`user_bytes` - new.`team_bytes` - new.`vault_bytes`
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_remembers_what_drafts_freed` AFTER UPDATE OF `display_name`, `theme_id`, `tsx_source` ON `email_drafts`
WHEN octet_length(concat(new.`display_name`, new.`theme_id`, new.`tsx_source`)) < octet_length(concat(old.`display_name`, old.`theme_id`, old.`tsx_source`)) BEGIN
  UPDATE `project_storage` SET `freed_bytes` = `freed_bytes` + octet_length(concat(old.`display_name`, old.`theme_id`, old.`tsx_source`)) - octet_length(concat(new.`display_name`, new.`theme_id`, new.`tsx_source`))
  WHERE `project_id` = new.`project_id`
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
-- A server that signs a user in is as little refused as the user.
DROP TRIGGER `storage_follows_new_audit_events`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_audit_events` AFTER INSERT ON `audit_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `audit_bytes` = `audit_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`actor_type` <> 'system' AND NOT (new.`type` GLOB '*.deleted' OR new.`type` GLOB '*.revoked' OR new.`type` GLOB 'password.*' OR new.`type` GLOB 'user.signed_*'
    OR new.`type` IN ('user.restricted', 'user.unrestricted', 'sign_in_invitation.sent', 'audit_log.exported'))
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
    AND `freed_bytes` < 400 + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`));
  UPDATE `project_storage` SET `freed_bytes` = max(0, `freed_bytes` - 400 - octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`)))
  WHERE `project_id` = new.`project_id` AND `freed_bytes` > 0;
END;--> statement-breakpoint
-- What goes on however much is stored, and as often as somebody likes, is recorded once beyond four times the quota: of each kind and target
-- one event stays, of those without a target one of each actor, and of sessions none. Deleting the row leaves `changes()` as a stored one has
-- it, by which what is recorded after it goes on.
CREATE TRIGGER `audit_events_are_few_at_four_times_the_quota` AFTER INSERT ON `audit_events`
WHEN (new.`type` GLOB 'password.*' OR new.`type` GLOB 'user.signed_*' OR new.`type` IN ('user.restricted', 'user.unrestricted', 'session.revoked',
    'sessions.revoked', 'api_key.revoked', 'internal_key.revoked', 'sign_in_invitation.sent', 'audit_log.exported'))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND EXISTS (SELECT 1 FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 4 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`))))
  AND (new.`target_type` IS 'session' OR EXISTS (SELECT 1 FROM `audit_events` AS `before` WHERE `before`.`project_id` = new.`project_id` AND `before`.`id` <> new.`id`
    AND `before`.`type` = new.`type` AND `before`.`target_id` IS new.`target_id` AND (new.`target_id` IS NOT NULL OR `before`.`actor_id` IS new.`actor_id`)))
BEGIN
  DELETE FROM `audit_events` WHERE `project_id` = new.`project_id` AND `id` = new.`id`;
END;--> statement-breakpoint
-- Mails that the system sends go on as well. They are logged for years if the project likes.
CREATE TRIGGER `sent_emails_end_at_four_times_the_quota` AFTER INSERT ON `sent_emails`
WHEN new.`kind` IS NOT 'send' AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
  AND EXISTS (SELECT 1 FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 4 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`))))
BEGIN
  DELETE FROM `sent_emails` WHERE `project_id` = new.`project_id` AND `id` = new.`id`;
END;--> statement-breakpoint
-- The internal project has no quota, and anyone may sign up there: an owner who makes and deletes teams leaves events alone, a thousand a day.
CREATE TRIGGER `internal_events_of_an_owner_end` BEFORE INSERT ON `audit_events`
WHEN new.`project_id` = 'internal' AND new.`actor_type` = 'user' AND NOT (new.`type` GLOB '*.deleted' OR new.`type` GLOB '*.revoked' OR new.`type` GLOB 'password.*' OR new.`type` GLOB 'user.signed_*')
  AND EXISTS (SELECT 1 FROM `audit_events` WHERE `project_id` = 'internal' AND `actor_id` = new.`actor_id`
    AND `id` > substr(printf('%012x', new.`created_at` - 86400000), 1, 8) || '-' || substr(printf('%012x', new.`created_at` - 86400000), 9)
    ORDER BY `id` LIMIT 1 OFFSET 999)
BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
