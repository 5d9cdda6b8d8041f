CREATE TABLE `notification_preferences` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`category_id` text NOT NULL,
	`enabled` integer NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`, `category_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `verification_codes_by_code`;--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_by_code` ON `verification_codes` (`code_hash`,`kind`,`project_id`);