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
CREATE INDEX `oauth_requests_by_expiry` ON `oauth_requests` (`project_id`,`expires_at`);