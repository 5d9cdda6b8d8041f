CREATE TABLE `data_vault_values` (
	`project_id` text NOT NULL,
	`store_id` text NOT NULL,
	`key_id` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`written_at` integer NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`project_id`, `key_id`, `name`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_vault_values_by_due_time` ON `data_vault_values` (`due_at`) WHERE "data_vault_values"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `image_storage` (
	`project_id` text PRIMARY KEY NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`max_bytes` integer
);
--> statement-breakpoint
ALTER TABLE `image_uses` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `hash_seconds` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `renderings` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `emails` integer;--> statement-breakpoint
ALTER TABLE `project_storage` ADD `vault_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Values of the data vault count with what they take in KV. Those from before count from their next write on.
CREATE TRIGGER `storage_follows_new_data_vault_values` AFTER INSERT ON `data_vault_values`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1,
    `setting_bytes` = `setting_bytes` + new.`bytes` + 400 + octet_length(concat(new.`project_id`, new.`store_id`, new.`key_id`, new.`name`)),
    `vault_bytes` = `vault_bytes` + new.`bytes` + 400 + octet_length(concat(new.`project_id`, new.`store_id`, new.`key_id`, new.`name`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_data_vault_values` AFTER UPDATE OF `store_id`, `key_id`, `name`, `bytes` ON `data_vault_values`
WHEN new.`bytes` + octet_length(concat(new.`store_id`, new.`key_id`, new.`name`)) <>
    old.`bytes` + octet_length(concat(old.`store_id`, old.`key_id`, old.`name`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET
    `setting_bytes` = `setting_bytes` + new.`bytes` - old.`bytes` + octet_length(concat(new.`store_id`, new.`key_id`, new.`name`)) -
      octet_length(concat(old.`store_id`, old.`key_id`, old.`name`)),
    `vault_bytes` = `vault_bytes` + new.`bytes` - old.`bytes` + octet_length(concat(new.`store_id`, new.`key_id`, new.`name`)) -
      octet_length(concat(old.`store_id`, old.`key_id`, old.`name`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`bytes` > old.`bytes` AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_data_vault_values` AFTER DELETE ON `data_vault_values`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1,
    `setting_bytes` = `setting_bytes` - old.`bytes` - 400 - octet_length(concat(old.`project_id`, old.`store_id`, old.`key_id`, old.`name`)),
    `vault_bytes` = `vault_bytes` - old.`bytes` - 400 - octet_length(concat(old.`project_id`, old.`store_id`, old.`key_id`, old.`name`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
-- Images are in the first database, whichever their project is in, and have a quota of their own there. Those from before count 400 bytes
-- until something is set to them again. The internal project, with the images of all owners, has no quota.
INSERT INTO `image_storage` (`project_id`, `bytes`, `max_bytes`)
SELECT `project_id`, 400 * count(*), NULL FROM `image_uses` WHERE `project_id` <> 'internal' GROUP BY 1
UNION ALL SELECT 'internal', 400 * count(*), 9007199254740991 FROM `image_uses` WHERE `project_id` = 'internal';--> statement-breakpoint
CREATE TRIGGER `image_storage_follows_new_uses` AFTER INSERT ON `image_uses` BEGIN
  INSERT INTO `image_storage` (`project_id`, `bytes`) VALUES (new.`project_id`, new.`bytes` + 400)
    ON CONFLICT (`project_id`) DO UPDATE SET `bytes` = `bytes` + excluded.`bytes`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `image_storage` WHERE `project_id` = new.`project_id`
    AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `image_storage_follows_changed_uses` AFTER UPDATE OF `bytes` ON `image_uses` WHEN new.`bytes` <> old.`bytes` BEGIN
  UPDATE `image_storage` SET `bytes` = `bytes` + new.`bytes` - old.`bytes` WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `image_storage` WHERE `project_id` = new.`project_id`
    AND new.`bytes` > old.`bytes` AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `image_storage_follows_deleted_uses` AFTER DELETE ON `image_uses` BEGIN
  UPDATE `image_storage` SET `bytes` = `bytes` - old.`bytes` - 400 WHERE `project_id` = old.`project_id`;
END;
