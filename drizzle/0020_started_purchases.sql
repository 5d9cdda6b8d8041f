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
CREATE INDEX `started_purchases_by_expiry` ON `started_purchases` (`expires_at`);