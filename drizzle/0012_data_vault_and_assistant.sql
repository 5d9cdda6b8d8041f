CREATE TABLE `assistant_messages` (
	`project_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`total_bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`project_id`, `thread_id`, `ordinal`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `data_vault_keys` (
	`project_id` text NOT NULL,
	`store_id` text NOT NULL,
	`id` text NOT NULL,
	`sealed_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`seal` text GENERATED ALWAYS AS (substr(sealed_key, 1, 22)) VIRTUAL,
	PRIMARY KEY(`project_id`, `store_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_vault_keys_by_seal` ON `data_vault_keys` (`seal`);--> statement-breakpoint
CREATE TABLE `data_vault_purges` (
	`project_id` text NOT NULL,
	`store_id` text NOT NULL,
	`key_id` text NOT NULL,
	`removed_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `store_id`, `key_id`)
);
--> statement-breakpoint
CREATE INDEX `data_vault_purges_by_due_time` ON `data_vault_purges` (`due_at`);