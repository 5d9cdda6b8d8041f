CREATE TABLE `stripe_closings` (
	`stripe_account_id` text NOT NULL,
	`stripe_customer_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`failures` integer NOT NULL,
	PRIMARY KEY(`stripe_account_id`, `stripe_customer_id`)
);
--> statement-breakpoint
CREATE INDEX `stripe_closings_by_due_time` ON `stripe_closings` (`due_at`);--> statement-breakpoint
ALTER TABLE `started_purchases` ADD `stripe_id` text;--> statement-breakpoint
ALTER TABLE `started_purchases` ADD `superseded_by` text;--> statement-breakpoint
ALTER TABLE `started_purchases` ADD `replaces` text;--> statement-breakpoint
CREATE INDEX `started_purchases_of_customer` ON `started_purchases` (`project_id`,`customer_type`,`customer_id`);