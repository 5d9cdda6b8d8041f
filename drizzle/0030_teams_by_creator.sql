ALTER TABLE `teams` ADD `creator_user_id` text;--> statement-breakpoint
CREATE INDEX `teams_by_creator` ON `teams` (`project_id`,`creator_user_id`) WHERE creator_user_id is not null;--> statement-breakpoint
-- What a team stores has its creator, too.
DROP TRIGGER `storage_follows_new_teams`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_teams` AFTER INSERT ON `teams`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `team_bytes` = `team_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`, new.`creator_user_id`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
DROP TRIGGER `storage_follows_changed_teams`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_teams` AFTER UPDATE OF `id`, `display_name`, `profile_image_url`, `client_metadata`, `client_read_only_metadata`, `server_metadata`, `creator_user_id` ON `teams`
WHEN octet_length(concat(new.`id`, new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`, new.`creator_user_id`)) <>
    octet_length(concat(old.`id`, old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`, old.`creator_user_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `team_bytes` = `team_bytes` + octet_length(concat(new.`id`, new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`, new.`creator_user_id`)) -
    octet_length(concat(old.`id`, old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`, old.`creator_user_id`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND octet_length(concat(new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`, new.`creator_user_id`)) >
      octet_length(concat(old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`, old.`creator_user_id`))
    AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
DROP TRIGGER `storage_follows_deleted_teams`;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_teams` AFTER DELETE ON `teams`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `team_bytes` = `team_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`, old.`creator_user_id`))
  WHERE `project_id` = old.`project_id`;
END;
