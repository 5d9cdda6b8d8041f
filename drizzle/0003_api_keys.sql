CREATE TABLE `api_keys` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`user_id` text,
	`team_id` text,
	`description` text NOT NULL,
	`is_public` integer NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`manually_revoked_at` integer,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`,`team_id`) REFERENCES `teams`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_by_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_of_user` ON `api_keys` (`project_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `api_keys_of_team` ON `api_keys` (`project_id`,`team_id`,`created_at`,`id`);