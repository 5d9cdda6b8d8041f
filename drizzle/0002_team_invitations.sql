DROP INDEX `team_memberships_of_user`;--> statement-breakpoint
CREATE INDEX `team_memberships_in_order` ON `team_memberships` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `team_memberships_of_user` ON `team_memberships` (`project_id`,`user_id`,`created_at`,`team_id`);--> statement-breakpoint
ALTER TABLE `verification_codes` ADD `subject` text;--> statement-breakpoint
CREATE INDEX `verification_codes_by_subject` ON `verification_codes` (`project_id`,`kind`,`subject`,`created_at`) WHERE subject is not null;