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
CREATE INDEX `api_keys_of_team` ON `api_keys` (`project_id`,`team_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `authorization_codes` (
	`project_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`user_is_anonymous` integer NOT NULL,
	`is_new_user` integer NOT NULL,
	`redirect_uri` text NOT NULL,
	`after_callback_url` text,
	`code_challenge` text NOT NULL,
	`code_challenge_method` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `code_hash`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authorization_codes_by_expiry` ON `authorization_codes` (`project_id`,`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_requests` (
	`project_id` text NOT NULL,
	`state_hash` text NOT NULL,
	`provider_id` text NOT NULL,
	`sealed_secrets` text NOT NULL,
	`type` text NOT NULL,
	`user_id` text,
	`user_is_anonymous` integer NOT NULL,
	`provider_scope` text,
	`redirect_uri` text NOT NULL,
	`error_redirect_url` text,
	`after_callback_url` text,
	`scope` text NOT NULL,
	`outer_state` text NOT NULL,
	`code_challenge` text NOT NULL,
	`code_challenge_method` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `state_hash`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_requests_by_expiry` ON `oauth_requests` (`project_id`,`expires_at`);--> statement-breakpoint
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
CREATE TABLE `notification_preferences` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`category_id` text NOT NULL,
	`enabled` integer NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`, `category_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_in_order` ON `outbox` (`project_id`,`created_at`);--> statement-breakpoint
DROP INDEX `verification_codes_by_code`;--> statement-breakpoint
ALTER TABLE `verification_codes` ADD `subject` text;--> statement-breakpoint
CREATE INDEX `verification_codes_by_subject` ON `verification_codes` (`project_id`,`kind`,`subject`,`created_at`) WHERE subject is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_by_code` ON `verification_codes` (`code_hash`,`kind`,`project_id`);--> statement-breakpoint
DROP INDEX `team_memberships_of_user`;--> statement-breakpoint
CREATE INDEX `team_memberships_in_order` ON `team_memberships` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `team_memberships_of_user` ON `team_memberships` (`project_id`,`user_id`,`created_at`,`team_id`);--> statement-breakpoint
CREATE INDEX `project_permission_grants_of_permission` ON `project_permission_grants` (`project_id`,`permission_id`);--> statement-breakpoint
CREATE INDEX `team_permission_grants_of_user` ON `team_permission_grants` (`project_id`,`user_id`,`team_id`,`permission_id`);--> statement-breakpoint
CREATE INDEX `team_permission_grants_of_permission` ON `team_permission_grants` (`project_id`,`permission_id`);--> statement-breakpoint
CREATE INDEX `oauth_links_in_order` ON `oauth_links` (`project_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_links_once_per_user` ON `oauth_links` (`project_id`,`user_id`,`provider_config_id`,`account_id`);