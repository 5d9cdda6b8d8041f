-- Of two unique indexes that a row violates, SQLite names the newer one, on which responses depend: their order stays.
CREATE TABLE `totp_secrets` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`seal` text GENERATED ALWAYS AS (substr(sealed_secret, 1, 22)) VIRTUAL,
	`last_used_step` integer,
	PRIMARY KEY(`project_id`, `user_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `totp_secrets_by_seal` ON `totp_secrets` (`seal`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`project_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`user_id` text NOT NULL,
	`rp_id` text NOT NULL,
	`public_key` text NOT NULL,
	`sign_count` integer NOT NULL,
	`transports` text,
	`is_backup_eligible` integer NOT NULL,
	`has_verified_user` integer DEFAULT false NOT NULL,
	`name` text DEFAULT 'Passkey' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
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
	`root_session_id` text,
	`is_impersonation` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`last_used_ip` text,
	`last_used_user_agent` text,
	`authenticated_at` integer,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_of_user` ON `sessions` (`project_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_by_root` ON `sessions` (`project_id`,`root_session_id`) WHERE "sessions"."root_session_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_token` ON `sessions` (`refresh_token_hash`);--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text,
	`user_id` text,
	`credential_version` integer,
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
CREATE INDEX `verification_codes_by_nonce` ON `verification_codes` (`project_id`,`nonce_hash`);--> statement-breakpoint
CREATE INDEX `verification_codes_by_subject` ON `verification_codes` (`project_id`,`kind`,`subject`,`created_at`) WHERE subject is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_by_code` ON `verification_codes` (`code_hash`,`kind`,`project_id`);--> statement-breakpoint
CREATE INDEX `verification_codes_by_expiry` ON `verification_codes` (expires_at + case kind when 'passkey_authentication' then 3600000 when 'passkey_registration' then 3600000 when 'mfa_attempt' then 3600000 when 'integration_interaction' then 3600000 else 86400000 end);--> statement-breakpoint
CREATE TABLE `sent_emails` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`sender_config` text NOT NULL,
	`error` text,
	`sent_at` integer NOT NULL,
	`kind` text,
	`send_id` text,
	`user_id` text,
	`kept_days` integer,
	PRIMARY KEY(`project_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `sent_emails_by_time` ON `sent_emails` (`project_id`,`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `sent_emails_by_kind` ON `sent_emails` (`project_id`,`kind`,`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `sent_emails_by_recipient` ON `sent_emails` (`project_id`,lower("to" ->> '$[0]'),`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `failed_emails_by_time` ON `sent_emails` (`project_id`,`sent_at`,`id`) WHERE error is not null;--> statement-breakpoint
CREATE INDEX `sent_emails_by_expiry` ON `sent_emails` (sent_at + case when kept_days is null then 30 else kept_days end * 86400000);--> statement-breakpoint
CREATE TABLE `project_permission_grants` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`permission_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`, `permission_id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_permission_grants_of_permission` ON `project_permission_grants` (`project_id`,`permission_id`);--> statement-breakpoint
CREATE TABLE `team_permission_grants` (
	`project_id` text NOT NULL,
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	`permission_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `team_id`, `user_id`, `permission_id`),
	FOREIGN KEY (`project_id`,`team_id`,`user_id`) REFERENCES `team_memberships`(`project_id`,`team_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `team_permission_grants_of_user` ON `team_permission_grants` (`project_id`,`user_id`,`team_id`,`permission_id`);--> statement-breakpoint
CREATE INDEX `team_permission_grants_of_permission` ON `team_permission_grants` (`project_id`,`permission_id`);--> statement-breakpoint
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
	`config_seal` text,
	`hash_seconds` integer,
	`renderings` integer,
	`emails` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`shard` integer
);
--> statement-breakpoint
CREATE INDEX `projects_by_config_seal` ON `projects` (`config_seal`) WHERE "projects"."config_seal" is not null;--> statement-breakpoint
CREATE INDEX `projects_by_deletion` ON `projects` (`deleted_at`) WHERE "projects"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `projects_of_team` ON `projects` (`owner_team_id`,`created_at`,`project_id`);--> statement-breakpoint
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
CREATE INDEX `team_memberships_by_sign_up` ON `team_memberships` (`project_id`,`team_id`,`user_ordinal`);--> statement-breakpoint
CREATE INDEX `team_memberships_of_user` ON `team_memberships` (`project_id`,`user_id`,`created_at`,`team_id`);--> statement-breakpoint
CREATE TABLE `teams` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`display_name` text NOT NULL,
	`profile_image_url` text,
	`client_metadata` text,
	`client_read_only_metadata` text,
	`server_metadata` text,
	`created_at` integer NOT NULL,
	`creator_user_id` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `teams_in_order` ON `teams` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `teams_by_creator` ON `teams` (`project_id`,`creator_user_id`) WHERE creator_user_id is not null;--> statement-breakpoint
CREATE TABLE `contact_channels` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`value` text NOT NULL,
	`is_primary` integer NOT NULL,
	`is_verified` integer NOT NULL,
	`is_proven_by_mail_alone` integer DEFAULT false NOT NULL,
	`used_for_auth` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `oauth_links_one_sign_in` ON `oauth_links` (`project_id`,`provider_config_id`,`account_id`) WHERE allow_sign_in = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_links_once_per_user` ON `oauth_links` (`project_id`,`user_id`,`provider_config_id`,`account_id`);--> statement-breakpoint
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
	`credential_version` integer DEFAULT 0 NOT NULL,
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
	`last_active_day` integer,
	`last_country` text,
	`restricted_at` integer,
	`restriction_reason` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_ordinal` ON `users` (`ordinal`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_in_order` ON `users` (`project_id`,`ordinal`);--> statement-breakpoint
CREATE UNIQUE INDEX `known_users_in_order` ON `users` (`project_id`,`ordinal`) WHERE is_anonymous = 0;--> statement-breakpoint
CREATE INDEX `active_users_by_activity` ON `users` (`project_id`,`is_anonymous`,`last_active_at`) WHERE last_active_day is not null;--> statement-breakpoint
CREATE INDEX `users_by_sign_up` ON `users` (`project_id`,`is_anonymous`,`signed_up_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `restricted_users_in_order` ON `users` (`project_id`,`ordinal`) WHERE restricted_at is not null;--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`project_id`,`is_anonymous`,`search_name`);--> statement-breakpoint
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
	`type` text DEFAULT 'authenticate' NOT NULL,
	`user_id` text NOT NULL,
	`user_is_anonymous` integer NOT NULL,
	`credential_version` integer,
	`session_id` text,
	`is_new_user` integer NOT NULL,
	`provider_id` text,
	`account_id` text,
	`email` text,
	`sealed_grant` text,
	`redirect_uri` text NOT NULL,
	`after_callback_url` text,
	`code_challenge` text NOT NULL,
	`code_challenge_method` text NOT NULL,
	`used_at` integer,
	`issued_session_id` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `code_hash`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authorization_codes_by_expiry` ON `authorization_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_requests` (
	`project_id` text NOT NULL,
	`state_hash` text NOT NULL,
	`provider_id` text NOT NULL,
	`sealed_secrets` text NOT NULL,
	`type` text NOT NULL,
	`user_id` text,
	`user_is_anonymous` integer NOT NULL,
	`session_id` text,
	`credential_version` integer,
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
CREATE INDEX `oauth_requests_by_expiry` ON `oauth_requests` (`expires_at`);--> statement-breakpoint
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
	`seal` text GENERATED ALWAYS AS (substr(sealed_access_token, 1, 22)) VIRTUAL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`link_id`) REFERENCES `oauth_links`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `provider_tokens_of_link` ON `provider_tokens` (`project_id`,`link_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `provider_tokens_by_seal` ON `provider_tokens` (`seal`);--> statement-breakpoint
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
CREATE INDEX `outbox_by_time` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`, `code_hash`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `image_uses` (
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`recorded_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `kind`, `file_name`)
);
--> statement-breakpoint
CREATE INDEX `image_uses_by_file` ON `image_uses` (`file_name`);--> statement-breakpoint
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
CREATE INDEX `data_vault_purges_by_due_time` ON `data_vault_purges` (`due_at`);--> statement-breakpoint
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
CREATE INDEX `audit_impersonations` ON `audit_events` (`project_id`,`session_id`) WHERE type = 'user.impersonated';--> statement-breakpoint
CREATE TABLE `daily_user_counts` (
	`project_id` text NOT NULL,
	`day` integer NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	`anonymous_sign_ups` integer DEFAULT 0 NOT NULL,
	`active_users` integer DEFAULT 0 NOT NULL,
	`active_anonymous_users` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `day`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `daily_user_counts_by_day` ON `daily_user_counts` (`day`);--> statement-breakpoint
CREATE TABLE `user_counts` (
	`project_id` text PRIMARY KEY NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`anonymous_users` integer DEFAULT 0 NOT NULL,
	`countries` text DEFAULT '{}' NOT NULL,
	`anonymous_countries` text DEFAULT '{}' NOT NULL,
	`login_methods` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`message_id` text NOT NULL,
	`url` text NOT NULL,
	`status` integer NOT NULL,
	`response_status_code` integer NOT NULL,
	`response` text NOT NULL,
	`response_duration_ms` integer NOT NULL,
	`is_manual` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_endpoint` ON `webhook_attempts` (`project_id`,`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_message` ON `webhook_attempts` (`project_id`,`message_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_expiry` ON `webhook_attempts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`project_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`message_id` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	`status` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`is_resent` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `endpoint_id`, `message_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_pending` ON `webhook_deliveries` (`project_id`,`endpoint_id`,`next_attempt_at`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_in_order` ON `webhook_deliveries` (`project_id`,`endpoint_id`,`subject`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_failed` ON `webhook_deliveries` (`project_id`,`endpoint_id`,`created_at`) WHERE status = 2;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_expiry` ON `webhook_deliveries` (`expires_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`event_types` text,
	`metadata` text NOT NULL,
	`sealed_secrets` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`disabled_at` integer,
	`failing_since` integer,
	`due_at` integer,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`notice_due_at` integer,
	`seal` text GENERATED ALWAYS AS (substr(sealed_secrets, 1, 22)) VIRTUAL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_due_time` ON `webhook_endpoints` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_notice` ON `webhook_endpoints` (`notice_due_at`) WHERE notice_due_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_seal` ON `webhook_endpoints` (`seal`);--> statement-breakpoint
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
CREATE INDEX `email_sends_due` ON `email_sends` (`wake_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE TABLE `failed_email_digests` (
	`project_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `failed_email_digests_due` ON `failed_email_digests` (`due_at`);--> statement-breakpoint
CREATE TABLE `provisioned_projects` (
	`project_id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE INDEX `test_one_time_purchases_in_order` ON `one_time_purchases` (`project_id`,`customer_type`,`created_at`,`id`) WHERE is_test = 1;--> statement-breakpoint
CREATE TABLE `started_purchases` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`customer_type` text NOT NULL,
	`customer_id` text NOT NULL,
	`offer_id` text,
	`offer` text NOT NULL,
	`price_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`stripe_id` text,
	`superseded_by` text,
	`replaces` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `started_purchases_by_expiry` ON `started_purchases` (`expires_at`);--> statement-breakpoint
CREATE INDEX `started_purchases_of_customer` ON `started_purchases` (`project_id`,`customer_type`,`customer_id`);--> statement-breakpoint
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
CREATE INDEX `test_subscriptions_in_order` ON `subscriptions` (`project_id`,`customer_type`,`created_at`,`id`) WHERE is_test = 1;--> statement-breakpoint
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
CREATE INDEX `stripe_events_by_expiry` ON `stripe_events` (`expires_at`);--> statement-breakpoint
CREATE TABLE `stripe_closings` (
	`stripe_account_id` text NOT NULL,
	`stripe_customer_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`failures` integer NOT NULL,
	PRIMARY KEY(`stripe_account_id`, `stripe_customer_id`)
);
--> statement-breakpoint
CREATE INDEX `stripe_closings_by_due_time` ON `stripe_closings` (`due_at`);--> statement-breakpoint
CREATE TABLE `arriving_projects` (
	`project_id` text PRIMARY KEY NOT NULL,
	`mover` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `departing_changes` (
	`project_id` text NOT NULL,
	`table_name` text NOT NULL,
	`row_key` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`project_id`, `table_name`, `row_key`)
);
--> statement-breakpoint
CREATE TABLE `departing_projects` (
	`project_id` text PRIMARY KEY NOT NULL,
	`frozen_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `project_moves` (
	`project_id` text PRIMARY KEY NOT NULL,
	`to_shard` integer NOT NULL,
	`from_shard` integer,
	`phase` text DEFAULT 'prepare' NOT NULL,
	`table_name` text,
	`after_place` text,
	`switched_at` integer,
	`requested_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `project_storage` (
	`project_id` text PRIMARY KEY NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`user_bytes` integer DEFAULT 0 NOT NULL,
	`sign_in_bytes` integer DEFAULT 0 NOT NULL,
	`team_bytes` integer DEFAULT 0 NOT NULL,
	`email_bytes` integer DEFAULT 0 NOT NULL,
	`webhook_bytes` integer DEFAULT 0 NOT NULL,
	`payment_bytes` integer DEFAULT 0 NOT NULL,
	`audit_bytes` integer DEFAULT 0 NOT NULL,
	`setting_bytes` integer DEFAULT 0 NOT NULL,
	`vault_bytes` integer DEFAULT 0 NOT NULL,
	`bytes` integer GENERATED ALWAYS AS ((user_bytes + sign_in_bytes + team_bytes + email_bytes + webhook_bytes + payment_bytes + audit_bytes + setting_bytes)) VIRTUAL NOT NULL,
	`freed_bytes` integer DEFAULT 0 NOT NULL,
	`max_bytes` integer,
	`max_rows` integer,
	`warned_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `storage_quota` (
	`id` integer PRIMARY KEY NOT NULL,
	`max_bytes` integer NOT NULL,
	`max_rows` integer NOT NULL,
	`configured_bytes` integer DEFAULT 0 NOT NULL,
	`fullness` text DEFAULT 'roomy' NOT NULL,
	`looked_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `data_vault_values` (
	`project_id` text NOT NULL,
	`store_id` text NOT NULL,
	`key_id` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`written_at` integer NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`project_id`, `key_id`, `name`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_vault_values_by_due_time` ON `data_vault_values` (`due_at`) WHERE "data_vault_values"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `image_storage` (
	`project_id` text PRIMARY KEY NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`max_bytes` integer
);
--> statement-breakpoint
CREATE TABLE `image_holders` (
	`project_id` text NOT NULL,
	`holder` text NOT NULL,
	`file_name` text NOT NULL,
	`set_by` text,
	`bytes` integer NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`project_id`, `holder`, `file_name`)
);
--> statement-breakpoint
CREATE INDEX `image_holders_by_file` ON `image_holders` (`project_id`,`file_name`);--> statement-breakpoint
CREATE INDEX `image_holders_by_user` ON `image_holders` (`project_id`,`set_by`) WHERE set_by is not null;--> statement-breakpoint
CREATE INDEX `image_holders_by_due_time` ON `image_holders` (`due_at`) WHERE due_at is not null;
