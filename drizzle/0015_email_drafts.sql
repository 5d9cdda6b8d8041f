CREATE TABLE `email_drafts` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`display_name` text NOT NULL,
	`theme_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`sent_at` integer,
	`source_bytes` integer NOT NULL,
	`tsx_source` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_drafts_by_update` ON `email_drafts` (`project_id`,`updated_at`,`id`);