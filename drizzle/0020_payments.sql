CREATE TABLE `item_checkpoints` (
	`project_id` text NOT NULL,
	`customer_type` text NOT NULL,
	`customer_id` text NOT NULL,
	`item_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`project_id`, `customer_type`, `customer_id`, `item_id`, `seq`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `item_checkpoints_by_time` ON `item_checkpoints` (`project_id`,`customer_type`,`customer_id`,`item_id`,`at`,`seq`);--> statement-breakpoint
CREATE TABLE `item_quantity_changes` (
	`project_id` text NOT NULL,
	`customer_type` text NOT NULL,
	`customer_id` text NOT NULL,
	`item_id` text NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`delta` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`description` text,
	`source` text NOT NULL,
	`purchase_id` text,
	`idempotency_key` text,
	PRIMARY KEY(`project_id`, `customer_type`, `customer_id`, `item_id`, `seq`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `item_quantity_changes_by_idempotency_key` ON `item_quantity_changes` (`project_id`,`customer_type`,`customer_id`,`item_id`,`idempotency_key`) WHERE idempotency_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `item_quantity_changes_by_purchase` ON `item_quantity_changes` (`project_id`,`purchase_id`,`item_id`,`source`) WHERE purchase_id is not null;--> statement-breakpoint
CREATE INDEX `item_quantity_changes_in_order` ON `item_quantity_changes` (`project_id`,`customer_type`,`created_at`,`id`) WHERE source = 'request';--> statement-breakpoint
CREATE TABLE `one_time_purchases` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`customer_type` text NOT NULL,
	`customer_id` text NOT NULL,
	`offer_id` text,
	`offer` text NOT NULL,
	`price_id` text,
	`quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	`is_test` integer NOT NULL,
	`stripe_event_id` text,
	`refunded_at` integer,
	`stripe_payment_intent_id` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `one_time_purchases_of_customer` ON `one_time_purchases` (`project_id`,`customer_type`,`customer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `one_time_purchases_in_order` ON `one_time_purchases` (`project_id`,`customer_type`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_purchases_by_payment_intent` ON `one_time_purchases` (`project_id`,`stripe_payment_intent_id`) WHERE stripe_payment_intent_id is not null;--> statement-breakpoint
CREATE TABLE `started_purchases` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`customer_type` text NOT NULL,
	`customer_id` text NOT NULL,
	`offer_id` text,
	`offer` text NOT NULL,
	`price_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `started_purchases_by_expiry` ON `started_purchases` (`expires_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`customer_type` text NOT NULL,
	`customer_id` text NOT NULL,
	`offer_id` text,
	`offer` text NOT NULL,
	`price_id` text,
	`quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	`is_test` integer NOT NULL,
	`stripe_event_id` text,
	`status` text NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer,
	`cancels_at_period_end` integer NOT NULL,
	`ended_at` integer,
	`replaced_by` text,
	`stripe_subscription_id` text,
	`synced_at` integer,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriptions_of_customer` ON `subscriptions` (`project_id`,`customer_type`,`customer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_in_order` ON `subscriptions` (`project_id`,`customer_type`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_by_stripe_id` ON `subscriptions` (`project_id`,`stripe_subscription_id`) WHERE stripe_subscription_id is not null and replaced_by is null;--> statement-breakpoint
CREATE TABLE `stripe_accounts` (
	`project_id` text PRIMARY KEY NOT NULL,
	`stripe_account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_accounts_by_stripe_id` ON `stripe_accounts` (`stripe_account_id`);--> statement-breakpoint
CREATE TABLE `stripe_customers` (
	`project_id` text NOT NULL,
	`customer_type` text NOT NULL,
	`customer_id` text NOT NULL,
	`stripe_customer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `customer_type`, `customer_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_customers_by_stripe_id` ON `stripe_customers` (`project_id`,`stripe_customer_id`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`occurred_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`handled_at` integer,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stripe_events_by_expiry` ON `stripe_events` (`expires_at`);