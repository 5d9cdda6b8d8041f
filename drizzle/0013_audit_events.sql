CREATE TABLE `audit_events` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`impersonator_type` text,
	`impersonator_id` text,
	`session_id` text,
	`target_type` text,
	`target_id` text,
	`details` text NOT NULL,
	`ip` text,
	`country_code` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `audit_events_by_type` ON `audit_events` (`project_id`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_actor` ON `audit_events` (`project_id`,`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_target` ON `audit_events` (`project_id`,`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_expiry` ON `audit_events` (`expires_at`);--> statement-breakpoint
CREATE INDEX `audit_impersonations` ON `audit_events` (`project_id`,`session_id`) WHERE type = 'user.impersonated';