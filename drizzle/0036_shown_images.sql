CREATE TABLE `image_holders` (
	`project_id` text NOT NULL,
	`holder` text NOT NULL,
	`file_name` text NOT NULL,
	`set_by` text,
	`bytes` integer NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`project_id`, `holder`, `file_name`)
);
--> statement-breakpoint
CREATE INDEX `image_holders_by_file` ON `image_holders` (`project_id`,`file_name`);--> statement-breakpoint
CREATE INDEX `image_holders_by_user` ON `image_holders` (`project_id`,`set_by`) WHERE set_by is not null;--> statement-breakpoint
CREATE INDEX `image_holders_by_due_time` ON `image_holders` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
-- What shows the images from before is not known, so that those stay.
INSERT INTO `image_holders` (`project_id`, `holder`, `file_name`, `bytes`) SELECT `project_id`, '', `file_name`, `bytes` FROM `image_uses` WHERE `kind` = 'profile';--> statement-breakpoint
-- A user has eight megabytes of images, whatever they are of, so that a stranger with one account does not stop those of a project. The
-- internal project, which has no quota, is bounded by nothing else.
CREATE TRIGGER `images_of_a_user_end` AFTER INSERT ON `image_holders` WHEN new.`set_by` IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') WHERE 8388608 < (SELECT sum(`bytes`) FROM (
    SELECT max(`bytes`) + 400 AS `bytes` FROM `image_holders` WHERE `project_id` = new.`project_id` AND `set_by` = new.`set_by` GROUP BY `file_name`));
END;--> statement-breakpoint
CREATE TRIGGER `holders_end_with_the_use` AFTER DELETE ON `image_uses` WHEN old.`kind` = 'profile' BEGIN
  DELETE FROM `image_holders` WHERE `project_id` = old.`project_id` AND `file_name` = old.`file_name`;
END;
