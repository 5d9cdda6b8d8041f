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
CREATE INDEX `email_drafts_by_update` ON `email_drafts` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `bounced_addresses` (
	`project_id` text NOT NULL,
	`address` text NOT NULL,
	`server_reply` text NOT NULL,
	`bounced_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `address`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bounced_addresses_by_expiry` ON `bounced_addresses` (`expires_at`);--> statement-breakpoint
CREATE TABLE `email_send_recipients` (
	`project_id` text NOT NULL,
	`send_id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`skip_reason` text,
	`error` text,
	PRIMARY KEY(`project_id`, `send_id`, `user_id`),
	FOREIGN KEY (`project_id`,`send_id`) REFERENCES `email_sends`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_send_recipients_by_status` ON `email_send_recipients` (`project_id`,`send_id`,`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `email_sends` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`variant` text NOT NULL,
	`subject` text,
	`category_id` text NOT NULL,
	`last_ordinal` integer,
	`addressed_ordinal` integer DEFAULT 0 NOT NULL,
	`run_id` text,
	`wake_at` integer NOT NULL,
	`cancelled_at` integer,
	`finished_at` integer,
	`counts` text,
	`content` text NOT NULL,
	`theme_source` text NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_sends_in_order` ON `email_sends` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `email_sends_due` ON `email_sends` (`wake_at`) WHERE finished_at is null;