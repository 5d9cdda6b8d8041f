-- Events hold whole users and teams, so restricting the same user for ever new reasons stored megabytes: at four times the quota it ends.
DROP TRIGGER `storage_follows_new_outbox`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_outbox` AFTER INSERT ON `outbox`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `webhook_bytes` = `webhook_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`type` NOT GLOB '*.deleted'
    AND (`bytes` > 4 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 4 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
-- Links that somebody chooses to store, for days; those to a purchase until twice the quota. The other codes sign users in.
DROP TRIGGER `storage_follows_new_verification_codes`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_verification_codes` AFTER INSERT ON `verification_codes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `sign_in_bytes` = `sign_in_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`kind`, new.`subject`, new.`user_id`, new.`code_hash`, new.`nonce_hash`, new.`payload`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (new.`kind` IN ('team_invitation', 'integration_transfer') AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)))
      OR new.`kind` = 'purchase' AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`))));
END;--> statement-breakpoint
-- A user who is let back in, and a mail that was sent before it is recorded, are no reason to refuse.
DROP TRIGGER `storage_follows_new_audit_events`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_audit_events` AFTER INSERT ON `audit_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `audit_bytes` = `audit_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`actor_type` <> 'system' AND NOT (new.`type` GLOB '*.deleted' OR new.`type` GLOB '*.revoked' OR new.`type` GLOB 'password.*'
    OR new.`type` IN ('user.restricted', 'user.unrestricted', 'sign_in_invitation.sent', 'audit_log.exported') OR new.`type` GLOB 'user.signed_*' AND new.`actor_type` = 'user')
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
-- The internal project has no quota, and anyone may sign up there: what its users say of themselves and their teams is short.
CREATE TRIGGER `internal_new_users_are_short` BEFORE INSERT ON `users`
WHEN new.`project_id` = 'internal' AND octet_length(concat(new.`display_name`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;--> statement-breakpoint
CREATE TRIGGER `internal_changed_users_are_short` BEFORE UPDATE OF `display_name`, `client_metadata`, `client_read_only_metadata`, `server_metadata` ON `users`
WHEN new.`project_id` = 'internal' AND octet_length(concat(new.`display_name`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;--> statement-breakpoint
CREATE TRIGGER `internal_new_teams_are_short` BEFORE INSERT ON `teams`
WHEN new.`project_id` = 'internal' AND octet_length(concat(new.`display_name`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;--> statement-breakpoint
CREATE TRIGGER `internal_changed_teams_are_short` BEFORE UPDATE OF `display_name`, `client_metadata`, `client_read_only_metadata`, `server_metadata` ON `teams`
WHEN new.`project_id` = 'internal' AND octet_length(concat(new.`display_name`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
