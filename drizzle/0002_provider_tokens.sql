CREATE TABLE `provider_tokens` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`link_id` text NOT NULL,
	`scopes` text NOT NULL,
	`sealed_access_token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`sealed_refresh_token` text,
	`refreshing_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`link_id`) REFERENCES `oauth_links`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `provider_tokens_of_link` ON `provider_tokens` (`project_id`,`link_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `oauth_links_in_order` ON `oauth_links` (`project_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_links_once_per_user` ON `oauth_links` (`project_id`,`user_id`,`provider_config_id`,`account_id`);