CREATE TABLE `totp_secrets` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`last_used_step` integer,
	PRIMARY KEY(`project_id`, `user_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`project_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`user_id` text NOT NULL,
	`rp_id` text NOT NULL,
	`public_key` text NOT NULL,
	`sign_count` integer NOT NULL,
	`transports` text,
	`is_backup_eligible` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `credential_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`project_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `passwords` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`refresh_token_hash` text NOT NULL,
	`is_impersonation` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`last_used_ip` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_refresh_token` ON `sessions` (`project_id`,`refresh_token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_of_user` ON `sessions` (`project_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`code_hash` text NOT NULL,
	`nonce_hash` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_by_code` ON `verification_codes` (`project_id`,`kind`,`code_hash`);--> statement-breakpoint
CREATE INDEX `verification_codes_by_nonce` ON `verification_codes` (`project_id`,`nonce_hash`);--> statement-breakpoint
CREATE TABLE `sent_emails` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`sender_config` text NOT NULL,
	`error` text,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `sent_emails_by_time` ON `sent_emails` (`project_id`,`sent_at`,`id`);--> statement-breakpoint
CREATE TABLE `project_permission_grants` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`permission_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`, `permission_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `team_permission_grants` (
	`project_id` text NOT NULL,
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	`permission_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `team_id`, `user_id`, `permission_id`),
	FOREIGN KEY (`project_id`,`team_id`,`user_id`) REFERENCES `team_memberships`(`project_id`,`team_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `internal_api_keys` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`description` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`manually_revoked_at` integer,
	`publishable_client_key_hash` text,
	`publishable_client_key_last_four` text,
	`secret_server_key_hash` text,
	`secret_server_key_last_four` text,
	`super_secret_admin_key_hash` text,
	`super_secret_admin_key_last_four` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `internal_api_keys_by_publishable_client_key` ON `internal_api_keys` (`project_id`,`publishable_client_key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `internal_api_keys_by_secret_server_key` ON `internal_api_keys` (`project_id`,`secret_server_key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `internal_api_keys_by_super_secret_admin_key` ON `internal_api_keys` (`project_id`,`super_secret_admin_key_hash`);--> statement-breakpoint
CREATE TABLE `projects` (
	`project_id` text PRIMARY KEY NOT NULL,
	`display_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`logo_url` text,
	`full_logo_url` text,
	`is_production_mode` integer DEFAULT false NOT NULL,
	`owner_team_id` text,
	`config_override` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `projects_by_owner_team` ON `projects` (`owner_team_id`);--> statement-breakpoint
CREATE TABLE `team_memberships` (
	`project_id` text NOT NULL,
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_ordinal` integer NOT NULL,
	`display_name` text,
	`profile_image_url` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `team_id`, `user_id`),
	FOREIGN KEY (`project_id`,`team_id`) REFERENCES `teams`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `team_memberships_of_user` ON `team_memberships` (`project_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `team_memberships_of_team` ON `team_memberships` (`project_id`,`team_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `team_memberships_by_sign_up` ON `team_memberships` (`project_id`,`team_id`,`user_ordinal`);--> statement-breakpoint
CREATE TABLE `teams` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`display_name` text NOT NULL,
	`profile_image_url` text,
	`client_metadata` text,
	`client_read_only_metadata` text,
	`server_metadata` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `teams_in_order` ON `teams` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `contact_channels` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`value` text NOT NULL,
	`is_primary` integer NOT NULL,
	`is_verified` integer NOT NULL,
	`used_for_auth` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_channels_of_user` ON `contact_channels` (`project_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_channels_in_order` ON `contact_channels` (`project_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_channels_once_per_user` ON `contact_channels` (`project_id`,`user_id`,`type`,`value`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_channels_one_sign_in` ON `contact_channels` (`project_id`,`type`,`value`) WHERE used_for_auth = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `contact_channels_one_primary` ON `contact_channels` (`project_id`,`user_id`,`type`) WHERE is_primary = 1;--> statement-breakpoint
CREATE TABLE `oauth_links` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_config_id` text NOT NULL,
	`account_id` text NOT NULL,
	`email` text,
	`allow_sign_in` integer NOT NULL,
	`allow_connected_accounts` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_links_of_user` ON `oauth_links` (`project_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_links_one_sign_in` ON `oauth_links` (`project_id`,`provider_config_id`,`account_id`) WHERE allow_sign_in = 1;--> statement-breakpoint
CREATE TABLE `users` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`display_name` text,
	`search_name` text,
	`profile_image_url` text,
	`is_anonymous` integer DEFAULT false NOT NULL,
	`signed_up_at` integer NOT NULL,
	`last_active_at` integer NOT NULL,
	`selected_team_id` text,
	`client_metadata` text,
	`client_read_only_metadata` text,
	`server_metadata` text,
	`primary_email` text,
	`primary_email_verified` integer DEFAULT false NOT NULL,
	`primary_email_auth_enabled` integer DEFAULT false NOT NULL,
	`has_password` integer DEFAULT false NOT NULL,
	`otp_auth_enabled` integer DEFAULT false NOT NULL,
	`passkey_auth_enabled` integer DEFAULT false NOT NULL,
	`requires_totp_mfa` integer DEFAULT false NOT NULL,
	`oauth_providers` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_ordinal` ON `users` (`ordinal`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_in_order` ON `users` (`project_id`,`ordinal`);--> statement-breakpoint
CREATE UNIQUE INDEX `known_users_in_order` ON `users` (`project_id`,`ordinal`) WHERE is_anonymous = 0;