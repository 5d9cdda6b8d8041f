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
	`bytes` integer GENERATED ALWAYS AS ((user_bytes + sign_in_bytes + team_bytes + email_bytes + webhook_bytes + payment_bytes + audit_bytes + setting_bytes)) VIRTUAL NOT NULL,
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
	`looked_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO `storage_quota` (`id`, `max_bytes`, `max_rows`) VALUES (1, 1073741824, 2000000);--> statement-breakpoint
-- What is there already. A row counts as 400 bytes, for its numbers and its places in indexes, beside the lengths of its texts. The
-- internal project, with the owners of all others, has no quota.
INSERT INTO `project_storage` (`project_id`, `rows`, `setting_bytes`, `max_bytes`, `max_rows`)
SELECT `project_id`, 1, 400 + octet_length(concat(`project_id`, `display_name`, `description`, `logo_url`, `full_logo_url`, `config_override`, `config_seal`)), iif(`project_id` = 'internal', 9007199254740991, NULL), iif(`project_id` = 'internal', 9007199254740991, NULL)
FROM `projects` WHERE `shard` IS NULL;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `display_name`, `search_name`, `profile_image_url`, `selected_team_id`, `client_metadata`, `client_read_only_metadata`, `server_metadata`, `primary_email`, `oauth_providers`, `last_country`, `restriction_reason`))) AS `size` FROM `users` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `user_id`, `type`, `value`))) AS `size` FROM `contact_channels` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `user_id`, `provider_config_id`, `account_id`, `email`))) AS `size` FROM `oauth_links` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `credential_id`, `user_id`, `rp_id`, `public_key`, `transports`, `name`))) AS `size` FROM `passkeys` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `user_id`, `hash`))) AS `size` FROM `passwords` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `user_id`, `sealed_secret`))) AS `size` FROM `totp_secrets` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `user_id`, `code_hash`))) AS `size` FROM `recovery_codes` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `user_id`, `category_id`))) AS `size` FROM `notification_preferences` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `type`, `user_id`, `team_id`, `description`, `hash`, `last_four`))) AS `size` FROM `api_keys` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `user_bytes` = `user_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `user_id`, `permission_id`))) AS `size` FROM `project_permission_grants` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `sign_in_bytes` = `sign_in_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `user_id`, `refresh_token_hash`, `root_session_id`, `last_used_ip`, `last_used_user_agent`))) AS `size` FROM `sessions` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `sign_in_bytes` = `sign_in_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `kind`, `subject`, `user_id`, `code_hash`, `nonce_hash`, `payload`))) AS `size` FROM `verification_codes` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `sign_in_bytes` = `sign_in_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `state_hash`, `provider_id`, `sealed_secrets`, `type`, `user_id`, `session_id`, `provider_scope`, `redirect_uri`, `error_redirect_url`, `after_callback_url`, `scope`, `outer_state`, `code_challenge`, `code_challenge_method`))) AS `size` FROM `oauth_requests` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `sign_in_bytes` = `sign_in_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `code_hash`, `type`, `user_id`, `session_id`, `provider_id`, `account_id`, `email`, `sealed_grant`, `redirect_uri`, `after_callback_url`, `code_challenge`, `code_challenge_method`, `issued_session_id`))) AS `size` FROM `authorization_codes` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `sign_in_bytes` = `sign_in_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `link_id`, `scopes`, `sealed_access_token`, `sealed_refresh_token`))) AS `size` FROM `provider_tokens` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `team_bytes` = `team_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `display_name`, `profile_image_url`, `client_metadata`, `client_read_only_metadata`, `server_metadata`))) AS `size` FROM `teams` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `team_bytes` = `team_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `team_id`, `user_id`, `display_name`, `profile_image_url`))) AS `size` FROM `team_memberships` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `team_bytes` = `team_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `team_id`, `user_id`, `permission_id`))) AS `size` FROM `team_permission_grants` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `email_bytes` = `email_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `display_name`, `theme_id`, `tsx_source`))) AS `size` FROM `email_drafts` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `email_bytes` = `email_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `variant`, `subject`, `category_id`, `run_id`, `counts`, `content`, `theme_source`, `source`))) AS `size` FROM `email_sends` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `email_bytes` = `email_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `send_id`, `user_id`, `status`, `skip_reason`, `error`))) AS `size` FROM `email_send_recipients` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `email_bytes` = `email_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `to`, `subject`, `sender_config`, `error`, `kind`, `send_id`, `user_id`))) AS `size` FROM `sent_emails` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `email_bytes` = `email_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `address`, `server_reply`))) AS `size` FROM `bounced_addresses` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `webhook_bytes` = `webhook_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `url`, `description`, `event_types`, `metadata`, `sealed_secrets`))) AS `size` FROM `webhook_endpoints` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `webhook_bytes` = `webhook_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `type`, `data`))) AS `size` FROM `outbox` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `webhook_bytes` = `webhook_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `endpoint_id`, `message_id`, `subject`))) AS `size` FROM `webhook_deliveries` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `webhook_bytes` = `webhook_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `endpoint_id`, `message_id`, `url`, `response`))) AS `size` FROM `webhook_attempts` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `payment_bytes` = `payment_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `customer_type`, `customer_id`, `item_id`, `id`, `description`, `source`, `purchase_id`, `idempotency_key`))) AS `size` FROM `item_quantity_changes` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `payment_bytes` = `payment_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `customer_type`, `customer_id`, `item_id`, `state`))) AS `size` FROM `item_checkpoints` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `payment_bytes` = `payment_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `customer_type`, `customer_id`, `offer_id`, `offer`, `price_id`, `stripe_event_id`, `status`, `replaced_by`, `stripe_subscription_id`))) AS `size` FROM `subscriptions` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `payment_bytes` = `payment_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `customer_type`, `customer_id`, `offer_id`, `offer`, `price_id`, `stripe_event_id`, `stripe_payment_intent_id`))) AS `size` FROM `one_time_purchases` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `payment_bytes` = `payment_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `customer_type`, `customer_id`, `offer_id`, `offer`, `price_id`, `stripe_id`, `superseded_by`, `replaces`))) AS `size` FROM `started_purchases` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `payment_bytes` = `payment_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `customer_type`, `customer_id`, `stripe_customer_id`))) AS `size` FROM `stripe_customers` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `payment_bytes` = `payment_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `type`, `object_id`))) AS `size` FROM `stripe_events` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `audit_bytes` = `audit_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `type`, `actor_type`, `actor_id`, `impersonator_type`, `impersonator_id`, `session_id`, `target_type`, `target_id`, `details`, `ip`, `country_code`, `user_agent`))) AS `size` FROM `audit_events` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `setting_bytes` = `setting_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `id`, `description`, `publishable_client_key_hash`, `publishable_client_key_last_four`, `secret_server_key_hash`, `secret_server_key_last_four`, `super_secret_admin_key_hash`, `super_secret_admin_key_last_four`))) AS `size` FROM `internal_api_keys` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `setting_bytes` = `setting_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `thread_id`, `message`))) AS `size` FROM `assistant_messages` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
UPDATE `project_storage` SET `rows` = `rows` + `counted`.`n`, `setting_bytes` = `setting_bytes` + `counted`.`size` FROM (
  SELECT `project_id`, count(*) AS `n`, sum(400 + octet_length(concat(`project_id`, `store_id`, `id`, `sealed_key`))) AS `size` FROM `data_vault_keys` GROUP BY 1
) AS `counted` WHERE `counted`.`project_id` = `project_storage`.`project_id`;--> statement-breakpoint
-- From here on triggers count. Projects that are being moved to this database are left out, as their counts are moved with them. What
-- somebody chooses to store is refused beyond the quota; what a sign-in, a deletion or a job writes is counted alone. The audit log
-- takes twice the quota, and from then on no more than that.
CREATE TRIGGER `storage_follows_new_projects` AFTER INSERT ON `projects` WHEN new.`shard` IS NULL BEGIN
  INSERT INTO `project_storage` (`project_id`, `rows`, `setting_bytes`) VALUES (new.`project_id`, 1, 400 + octet_length(concat(new.`project_id`, new.`display_name`, new.`description`, new.`logo_url`, new.`full_logo_url`, new.`config_override`, new.`config_seal`)))
  ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_projects` AFTER UPDATE OF `display_name`, `description`, `logo_url`, `full_logo_url`, `config_override`, `config_seal` ON `projects`
WHEN new.`shard` IS NULL AND old.`shard` IS NULL
  AND octet_length(concat(new.`display_name`, new.`description`, new.`logo_url`, new.`full_logo_url`, new.`config_override`, new.`config_seal`)) <>
    octet_length(concat(old.`display_name`, old.`description`, old.`logo_url`, old.`full_logo_url`, old.`config_override`, old.`config_seal`))
BEGIN
  UPDATE `project_storage` SET `setting_bytes` = `setting_bytes` + octet_length(concat(new.`display_name`, new.`description`, new.`logo_url`, new.`full_logo_url`, new.`config_override`, new.`config_seal`)) -
    octet_length(concat(old.`display_name`, old.`description`, old.`logo_url`, old.`full_logo_url`, old.`config_override`, old.`config_seal`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_users` AFTER INSERT ON `users`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`display_name`, new.`search_name`, new.`profile_image_url`, new.`selected_team_id`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`, new.`primary_email`, new.`oauth_providers`, new.`last_country`, new.`restriction_reason`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_users` AFTER UPDATE OF `id`, `display_name`, `search_name`, `profile_image_url`, `selected_team_id`, `client_metadata`, `client_read_only_metadata`, `server_metadata`, `primary_email`, `oauth_providers`, `last_country`, `restriction_reason` ON `users`
WHEN octet_length(concat(new.`id`, new.`display_name`, new.`search_name`, new.`profile_image_url`, new.`selected_team_id`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`, new.`primary_email`, new.`oauth_providers`, new.`last_country`, new.`restriction_reason`)) <>
    octet_length(concat(old.`id`, old.`display_name`, old.`search_name`, old.`profile_image_url`, old.`selected_team_id`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`, old.`primary_email`, old.`oauth_providers`, old.`last_country`, old.`restriction_reason`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`id`, new.`display_name`, new.`search_name`, new.`profile_image_url`, new.`selected_team_id`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`, new.`primary_email`, new.`oauth_providers`, new.`last_country`, new.`restriction_reason`)) -
    octet_length(concat(old.`id`, old.`display_name`, old.`search_name`, old.`profile_image_url`, old.`selected_team_id`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`, old.`primary_email`, old.`oauth_providers`, old.`last_country`, old.`restriction_reason`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND octet_length(concat(new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) >
      octet_length(concat(old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`))
    AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_users` AFTER DELETE ON `users`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`display_name`, old.`search_name`, old.`profile_image_url`, old.`selected_team_id`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`, old.`primary_email`, old.`oauth_providers`, old.`last_country`, old.`restriction_reason`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_contact_channels` AFTER INSERT ON `contact_channels`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`user_id`, new.`type`, new.`value`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_contact_channels` AFTER UPDATE OF `id`, `user_id`, `type`, `value` ON `contact_channels`
WHEN octet_length(concat(new.`id`, new.`user_id`, new.`type`, new.`value`)) <>
    octet_length(concat(old.`id`, old.`user_id`, old.`type`, old.`value`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`id`, new.`user_id`, new.`type`, new.`value`)) -
    octet_length(concat(old.`id`, old.`user_id`, old.`type`, old.`value`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_contact_channels` AFTER DELETE ON `contact_channels`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`user_id`, old.`type`, old.`value`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_oauth_links` AFTER INSERT ON `oauth_links`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`user_id`, new.`provider_config_id`, new.`account_id`, new.`email`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_oauth_links` AFTER UPDATE OF `id`, `user_id`, `provider_config_id`, `account_id`, `email` ON `oauth_links`
WHEN octet_length(concat(new.`id`, new.`user_id`, new.`provider_config_id`, new.`account_id`, new.`email`)) <>
    octet_length(concat(old.`id`, old.`user_id`, old.`provider_config_id`, old.`account_id`, old.`email`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`id`, new.`user_id`, new.`provider_config_id`, new.`account_id`, new.`email`)) -
    octet_length(concat(old.`id`, old.`user_id`, old.`provider_config_id`, old.`account_id`, old.`email`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_oauth_links` AFTER DELETE ON `oauth_links`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`user_id`, old.`provider_config_id`, old.`account_id`, old.`email`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_passkeys` AFTER INSERT ON `passkeys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`credential_id`, new.`user_id`, new.`rp_id`, new.`public_key`, new.`transports`, new.`name`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_passkeys` AFTER UPDATE OF `credential_id`, `user_id`, `rp_id`, `public_key`, `transports`, `name` ON `passkeys`
WHEN octet_length(concat(new.`credential_id`, new.`user_id`, new.`rp_id`, new.`public_key`, new.`transports`, new.`name`)) <>
    octet_length(concat(old.`credential_id`, old.`user_id`, old.`rp_id`, old.`public_key`, old.`transports`, old.`name`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`credential_id`, new.`user_id`, new.`rp_id`, new.`public_key`, new.`transports`, new.`name`)) -
    octet_length(concat(old.`credential_id`, old.`user_id`, old.`rp_id`, old.`public_key`, old.`transports`, old.`name`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_passkeys` AFTER DELETE ON `passkeys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`credential_id`, old.`user_id`, old.`rp_id`, old.`public_key`, old.`transports`, old.`name`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_passwords` AFTER INSERT ON `passwords`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`user_id`, new.`hash`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_passwords` AFTER UPDATE OF `user_id`, `hash` ON `passwords`
WHEN octet_length(concat(new.`user_id`, new.`hash`)) <>
    octet_length(concat(old.`user_id`, old.`hash`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`user_id`, new.`hash`)) -
    octet_length(concat(old.`user_id`, old.`hash`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_passwords` AFTER DELETE ON `passwords`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`user_id`, old.`hash`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_totp_secrets` AFTER INSERT ON `totp_secrets`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`user_id`, new.`sealed_secret`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_totp_secrets` AFTER UPDATE OF `user_id`, `sealed_secret` ON `totp_secrets`
WHEN octet_length(concat(new.`user_id`, new.`sealed_secret`)) <>
    octet_length(concat(old.`user_id`, old.`sealed_secret`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`user_id`, new.`sealed_secret`)) -
    octet_length(concat(old.`user_id`, old.`sealed_secret`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_totp_secrets` AFTER DELETE ON `totp_secrets`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`user_id`, old.`sealed_secret`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_recovery_codes` AFTER INSERT ON `recovery_codes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`user_id`, new.`code_hash`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_recovery_codes` AFTER UPDATE OF `user_id`, `code_hash` ON `recovery_codes`
WHEN octet_length(concat(new.`user_id`, new.`code_hash`)) <>
    octet_length(concat(old.`user_id`, old.`code_hash`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`user_id`, new.`code_hash`)) -
    octet_length(concat(old.`user_id`, old.`code_hash`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_recovery_codes` AFTER DELETE ON `recovery_codes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`user_id`, old.`code_hash`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_notification_preferences` AFTER INSERT ON `notification_preferences`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`user_id`, new.`category_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_notification_preferences` AFTER UPDATE OF `user_id`, `category_id` ON `notification_preferences`
WHEN octet_length(concat(new.`user_id`, new.`category_id`)) <>
    octet_length(concat(old.`user_id`, old.`category_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`user_id`, new.`category_id`)) -
    octet_length(concat(old.`user_id`, old.`category_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_notification_preferences` AFTER DELETE ON `notification_preferences`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`user_id`, old.`category_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_api_keys` AFTER INSERT ON `api_keys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`user_id`, new.`team_id`, new.`description`, new.`hash`, new.`last_four`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_api_keys` AFTER UPDATE OF `id`, `type`, `user_id`, `team_id`, `description`, `hash`, `last_four` ON `api_keys`
WHEN octet_length(concat(new.`id`, new.`type`, new.`user_id`, new.`team_id`, new.`description`, new.`hash`, new.`last_four`)) <>
    octet_length(concat(old.`id`, old.`type`, old.`user_id`, old.`team_id`, old.`description`, old.`hash`, old.`last_four`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`id`, new.`type`, new.`user_id`, new.`team_id`, new.`description`, new.`hash`, new.`last_four`)) -
    octet_length(concat(old.`id`, old.`type`, old.`user_id`, old.`team_id`, old.`description`, old.`hash`, old.`last_four`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_api_keys` AFTER DELETE ON `api_keys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`type`, old.`user_id`, old.`team_id`, old.`description`, old.`hash`, old.`last_four`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_project_permission_grants` AFTER INSERT ON `project_permission_grants`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `user_bytes` = `user_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`user_id`, new.`permission_id`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_project_permission_grants` AFTER UPDATE OF `user_id`, `permission_id` ON `project_permission_grants`
WHEN octet_length(concat(new.`user_id`, new.`permission_id`)) <>
    octet_length(concat(old.`user_id`, old.`permission_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `user_bytes` = `user_bytes` + octet_length(concat(new.`user_id`, new.`permission_id`)) -
    octet_length(concat(old.`user_id`, old.`permission_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_project_permission_grants` AFTER DELETE ON `project_permission_grants`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `user_bytes` = `user_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`user_id`, old.`permission_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_sessions` AFTER INSERT ON `sessions`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `sign_in_bytes` = `sign_in_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`user_id`, new.`refresh_token_hash`, new.`root_session_id`, new.`last_used_ip`, new.`last_used_user_agent`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_sessions` AFTER UPDATE OF `id`, `user_id`, `refresh_token_hash`, `root_session_id`, `last_used_ip`, `last_used_user_agent` ON `sessions`
WHEN octet_length(concat(new.`id`, new.`user_id`, new.`refresh_token_hash`, new.`root_session_id`, new.`last_used_ip`, new.`last_used_user_agent`)) <>
    octet_length(concat(old.`id`, old.`user_id`, old.`refresh_token_hash`, old.`root_session_id`, old.`last_used_ip`, old.`last_used_user_agent`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `sign_in_bytes` = `sign_in_bytes` + octet_length(concat(new.`id`, new.`user_id`, new.`refresh_token_hash`, new.`root_session_id`, new.`last_used_ip`, new.`last_used_user_agent`)) -
    octet_length(concat(old.`id`, old.`user_id`, old.`refresh_token_hash`, old.`root_session_id`, old.`last_used_ip`, old.`last_used_user_agent`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_sessions` AFTER DELETE ON `sessions`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `sign_in_bytes` = `sign_in_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`user_id`, old.`refresh_token_hash`, old.`root_session_id`, old.`last_used_ip`, old.`last_used_user_agent`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_verification_codes` AFTER INSERT ON `verification_codes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `sign_in_bytes` = `sign_in_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`kind`, new.`subject`, new.`user_id`, new.`code_hash`, new.`nonce_hash`, new.`payload`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_verification_codes` AFTER UPDATE OF `id`, `kind`, `subject`, `user_id`, `code_hash`, `nonce_hash`, `payload` ON `verification_codes`
WHEN octet_length(concat(new.`id`, new.`kind`, new.`subject`, new.`user_id`, new.`code_hash`, new.`nonce_hash`, new.`payload`)) <>
    octet_length(concat(old.`id`, old.`kind`, old.`subject`, old.`user_id`, old.`code_hash`, old.`nonce_hash`, old.`payload`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `sign_in_bytes` = `sign_in_bytes` + octet_length(concat(new.`id`, new.`kind`, new.`subject`, new.`user_id`, new.`code_hash`, new.`nonce_hash`, new.`payload`)) -
    octet_length(concat(old.`id`, old.`kind`, old.`subject`, old.`user_id`, old.`code_hash`, old.`nonce_hash`, old.`payload`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_verification_codes` AFTER DELETE ON `verification_codes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `sign_in_bytes` = `sign_in_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`kind`, old.`subject`, old.`user_id`, old.`code_hash`, old.`nonce_hash`, old.`payload`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_oauth_requests` AFTER INSERT ON `oauth_requests`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `sign_in_bytes` = `sign_in_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`state_hash`, new.`provider_id`, new.`sealed_secrets`, new.`type`, new.`user_id`, new.`session_id`, new.`provider_scope`, new.`redirect_uri`, new.`error_redirect_url`, new.`after_callback_url`, new.`scope`, new.`outer_state`, new.`code_challenge`, new.`code_challenge_method`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_oauth_requests` AFTER UPDATE OF `state_hash`, `provider_id`, `sealed_secrets`, `type`, `user_id`, `session_id`, `provider_scope`, `redirect_uri`, `error_redirect_url`, `after_callback_url`, `scope`, `outer_state`, `code_challenge`, `code_challenge_method` ON `oauth_requests`
WHEN octet_length(concat(new.`state_hash`, new.`provider_id`, new.`sealed_secrets`, new.`type`, new.`user_id`, new.`session_id`, new.`provider_scope`, new.`redirect_uri`, new.`error_redirect_url`, new.`after_callback_url`, new.`scope`, new.`outer_state`, new.`code_challenge`, new.`code_challenge_method`)) <>
    octet_length(concat(old.`state_hash`, old.`provider_id`, old.`sealed_secrets`, old.`type`, old.`user_id`, old.`session_id`, old.`provider_scope`, old.`redirect_uri`, old.`error_redirect_url`, old.`after_callback_url`, old.`scope`, old.`outer_state`, old.`code_challenge`, old.`code_challenge_method`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `sign_in_bytes` = `sign_in_bytes` + octet_length(concat(new.`state_hash`, new.`provider_id`, new.`sealed_secrets`, new.`type`, new.`user_id`, new.`session_id`, new.`provider_scope`, new.`redirect_uri`, new.`error_redirect_url`, new.`after_callback_url`, new.`scope`, new.`outer_state`, new.`code_challenge`, new.`code_challenge_method`)) -
    octet_length(concat(old.`state_hash`, old.`provider_id`, old.`sealed_secrets`, old.`type`, old.`user_id`, old.`session_id`, old.`provider_scope`, old.`redirect_uri`, old.`error_redirect_url`, old.`after_callback_url`, old.`scope`, old.`outer_state`, old.`code_challenge`, old.`code_challenge_method`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_oauth_requests` AFTER DELETE ON `oauth_requests`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `sign_in_bytes` = `sign_in_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`state_hash`, old.`provider_id`, old.`sealed_secrets`, old.`type`, old.`user_id`, old.`session_id`, old.`provider_scope`, old.`redirect_uri`, old.`error_redirect_url`, old.`after_callback_url`, old.`scope`, old.`outer_state`, old.`code_challenge`, old.`code_challenge_method`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_authorization_codes` AFTER INSERT ON `authorization_codes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `sign_in_bytes` = `sign_in_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`code_hash`, new.`type`, new.`user_id`, new.`session_id`, new.`provider_id`, new.`account_id`, new.`email`, new.`sealed_grant`, new.`redirect_uri`, new.`after_callback_url`, new.`code_challenge`, new.`code_challenge_method`, new.`issued_session_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_authorization_codes` AFTER UPDATE OF `code_hash`, `type`, `user_id`, `session_id`, `provider_id`, `account_id`, `email`, `sealed_grant`, `redirect_uri`, `after_callback_url`, `code_challenge`, `code_challenge_method`, `issued_session_id` ON `authorization_codes`
WHEN octet_length(concat(new.`code_hash`, new.`type`, new.`user_id`, new.`session_id`, new.`provider_id`, new.`account_id`, new.`email`, new.`sealed_grant`, new.`redirect_uri`, new.`after_callback_url`, new.`code_challenge`, new.`code_challenge_method`, new.`issued_session_id`)) <>
    octet_length(concat(old.`code_hash`, old.`type`, old.`user_id`, old.`session_id`, old.`provider_id`, old.`account_id`, old.`email`, old.`sealed_grant`, old.`redirect_uri`, old.`after_callback_url`, old.`code_challenge`, old.`code_challenge_method`, old.`issued_session_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `sign_in_bytes` = `sign_in_bytes` + octet_length(concat(new.`code_hash`, new.`type`, new.`user_id`, new.`session_id`, new.`provider_id`, new.`account_id`, new.`email`, new.`sealed_grant`, new.`redirect_uri`, new.`after_callback_url`, new.`code_challenge`, new.`code_challenge_method`, new.`issued_session_id`)) -
    octet_length(concat(old.`code_hash`, old.`type`, old.`user_id`, old.`session_id`, old.`provider_id`, old.`account_id`, old.`email`, old.`sealed_grant`, old.`redirect_uri`, old.`after_callback_url`, old.`code_challenge`, old.`code_challenge_method`, old.`issued_session_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_authorization_codes` AFTER DELETE ON `authorization_codes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `sign_in_bytes` = `sign_in_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`code_hash`, old.`type`, old.`user_id`, old.`session_id`, old.`provider_id`, old.`account_id`, old.`email`, old.`sealed_grant`, old.`redirect_uri`, old.`after_callback_url`, old.`code_challenge`, old.`code_challenge_method`, old.`issued_session_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_provider_tokens` AFTER INSERT ON `provider_tokens`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `sign_in_bytes` = `sign_in_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`link_id`, new.`scopes`, new.`sealed_access_token`, new.`sealed_refresh_token`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_provider_tokens` AFTER UPDATE OF `id`, `link_id`, `scopes`, `sealed_access_token`, `sealed_refresh_token` ON `provider_tokens`
WHEN octet_length(concat(new.`id`, new.`link_id`, new.`scopes`, new.`sealed_access_token`, new.`sealed_refresh_token`)) <>
    octet_length(concat(old.`id`, old.`link_id`, old.`scopes`, old.`sealed_access_token`, old.`sealed_refresh_token`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `sign_in_bytes` = `sign_in_bytes` + octet_length(concat(new.`id`, new.`link_id`, new.`scopes`, new.`sealed_access_token`, new.`sealed_refresh_token`)) -
    octet_length(concat(old.`id`, old.`link_id`, old.`scopes`, old.`sealed_access_token`, old.`sealed_refresh_token`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_provider_tokens` AFTER DELETE ON `provider_tokens`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `sign_in_bytes` = `sign_in_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`link_id`, old.`scopes`, old.`sealed_access_token`, old.`sealed_refresh_token`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_teams` AFTER INSERT ON `teams`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `team_bytes` = `team_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_teams` AFTER UPDATE OF `id`, `display_name`, `profile_image_url`, `client_metadata`, `client_read_only_metadata`, `server_metadata` ON `teams`
WHEN octet_length(concat(new.`id`, new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) <>
    octet_length(concat(old.`id`, old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `team_bytes` = `team_bytes` + octet_length(concat(new.`id`, new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) -
    octet_length(concat(old.`id`, old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND octet_length(concat(new.`display_name`, new.`profile_image_url`, new.`client_metadata`, new.`client_read_only_metadata`, new.`server_metadata`)) >
      octet_length(concat(old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`))
    AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_teams` AFTER DELETE ON `teams`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `team_bytes` = `team_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`display_name`, old.`profile_image_url`, old.`client_metadata`, old.`client_read_only_metadata`, old.`server_metadata`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_team_memberships` AFTER INSERT ON `team_memberships`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `team_bytes` = `team_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`team_id`, new.`user_id`, new.`display_name`, new.`profile_image_url`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_team_memberships` AFTER UPDATE OF `team_id`, `user_id`, `display_name`, `profile_image_url` ON `team_memberships`
WHEN octet_length(concat(new.`team_id`, new.`user_id`, new.`display_name`, new.`profile_image_url`)) <>
    octet_length(concat(old.`team_id`, old.`user_id`, old.`display_name`, old.`profile_image_url`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `team_bytes` = `team_bytes` + octet_length(concat(new.`team_id`, new.`user_id`, new.`display_name`, new.`profile_image_url`)) -
    octet_length(concat(old.`team_id`, old.`user_id`, old.`display_name`, old.`profile_image_url`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND octet_length(concat(new.`display_name`, new.`profile_image_url`)) >
      octet_length(concat(old.`display_name`, old.`profile_image_url`))
    AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_team_memberships` AFTER DELETE ON `team_memberships`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `team_bytes` = `team_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`team_id`, old.`user_id`, old.`display_name`, old.`profile_image_url`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_team_permission_grants` AFTER INSERT ON `team_permission_grants`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `team_bytes` = `team_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`team_id`, new.`user_id`, new.`permission_id`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_team_permission_grants` AFTER UPDATE OF `team_id`, `user_id`, `permission_id` ON `team_permission_grants`
WHEN octet_length(concat(new.`team_id`, new.`user_id`, new.`permission_id`)) <>
    octet_length(concat(old.`team_id`, old.`user_id`, old.`permission_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `team_bytes` = `team_bytes` + octet_length(concat(new.`team_id`, new.`user_id`, new.`permission_id`)) -
    octet_length(concat(old.`team_id`, old.`user_id`, old.`permission_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_team_permission_grants` AFTER DELETE ON `team_permission_grants`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `team_bytes` = `team_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`team_id`, old.`user_id`, old.`permission_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_email_drafts` AFTER INSERT ON `email_drafts`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `email_bytes` = `email_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`display_name`, new.`theme_id`, new.`tsx_source`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_email_drafts` AFTER UPDATE OF `id`, `display_name`, `theme_id`, `tsx_source` ON `email_drafts`
WHEN octet_length(concat(new.`id`, new.`display_name`, new.`theme_id`, new.`tsx_source`)) <>
    octet_length(concat(old.`id`, old.`display_name`, old.`theme_id`, old.`tsx_source`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `email_bytes` = `email_bytes` + octet_length(concat(new.`id`, new.`display_name`, new.`theme_id`, new.`tsx_source`)) -
    octet_length(concat(old.`id`, old.`display_name`, old.`theme_id`, old.`tsx_source`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND octet_length(concat(new.`display_name`, new.`tsx_source`)) >
      octet_length(concat(old.`display_name`, old.`tsx_source`))
    AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_email_drafts` AFTER DELETE ON `email_drafts`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `email_bytes` = `email_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`display_name`, old.`theme_id`, old.`tsx_source`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_email_sends` AFTER INSERT ON `email_sends`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `email_bytes` = `email_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`variant`, new.`subject`, new.`category_id`, new.`run_id`, new.`counts`, new.`content`, new.`theme_source`, new.`source`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_email_sends` AFTER UPDATE OF `id`, `variant`, `subject`, `category_id`, `run_id`, `counts`, `content`, `theme_source`, `source` ON `email_sends`
WHEN octet_length(concat(new.`id`, new.`variant`, new.`subject`, new.`category_id`, new.`run_id`, new.`counts`, new.`content`, new.`theme_source`, new.`source`)) <>
    octet_length(concat(old.`id`, old.`variant`, old.`subject`, old.`category_id`, old.`run_id`, old.`counts`, old.`content`, old.`theme_source`, old.`source`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `email_bytes` = `email_bytes` + octet_length(concat(new.`id`, new.`variant`, new.`subject`, new.`category_id`, new.`run_id`, new.`counts`, new.`content`, new.`theme_source`, new.`source`)) -
    octet_length(concat(old.`id`, old.`variant`, old.`subject`, old.`category_id`, old.`run_id`, old.`counts`, old.`content`, old.`theme_source`, old.`source`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_email_sends` AFTER DELETE ON `email_sends`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `email_bytes` = `email_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`variant`, old.`subject`, old.`category_id`, old.`run_id`, old.`counts`, old.`content`, old.`theme_source`, old.`source`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_email_send_recipients` AFTER INSERT ON `email_send_recipients`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `email_bytes` = `email_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`send_id`, new.`user_id`, new.`status`, new.`skip_reason`, new.`error`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_email_send_recipients` AFTER UPDATE OF `send_id`, `user_id`, `status`, `skip_reason`, `error` ON `email_send_recipients`
WHEN octet_length(concat(new.`send_id`, new.`user_id`, new.`status`, new.`skip_reason`, new.`error`)) <>
    octet_length(concat(old.`send_id`, old.`user_id`, old.`status`, old.`skip_reason`, old.`error`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `email_bytes` = `email_bytes` + octet_length(concat(new.`send_id`, new.`user_id`, new.`status`, new.`skip_reason`, new.`error`)) -
    octet_length(concat(old.`send_id`, old.`user_id`, old.`status`, old.`skip_reason`, old.`error`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_email_send_recipients` AFTER DELETE ON `email_send_recipients`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `email_bytes` = `email_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`send_id`, old.`user_id`, old.`status`, old.`skip_reason`, old.`error`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_sent_emails` AFTER INSERT ON `sent_emails`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `email_bytes` = `email_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`to`, new.`subject`, new.`sender_config`, new.`error`, new.`kind`, new.`send_id`, new.`user_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_sent_emails` AFTER UPDATE OF `id`, `to`, `subject`, `sender_config`, `error`, `kind`, `send_id`, `user_id` ON `sent_emails`
WHEN octet_length(concat(new.`id`, new.`to`, new.`subject`, new.`sender_config`, new.`error`, new.`kind`, new.`send_id`, new.`user_id`)) <>
    octet_length(concat(old.`id`, old.`to`, old.`subject`, old.`sender_config`, old.`error`, old.`kind`, old.`send_id`, old.`user_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `email_bytes` = `email_bytes` + octet_length(concat(new.`id`, new.`to`, new.`subject`, new.`sender_config`, new.`error`, new.`kind`, new.`send_id`, new.`user_id`)) -
    octet_length(concat(old.`id`, old.`to`, old.`subject`, old.`sender_config`, old.`error`, old.`kind`, old.`send_id`, old.`user_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_sent_emails` AFTER DELETE ON `sent_emails`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `email_bytes` = `email_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`to`, old.`subject`, old.`sender_config`, old.`error`, old.`kind`, old.`send_id`, old.`user_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_bounced_addresses` AFTER INSERT ON `bounced_addresses`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `email_bytes` = `email_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`address`, new.`server_reply`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_bounced_addresses` AFTER UPDATE OF `address`, `server_reply` ON `bounced_addresses`
WHEN octet_length(concat(new.`address`, new.`server_reply`)) <>
    octet_length(concat(old.`address`, old.`server_reply`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `email_bytes` = `email_bytes` + octet_length(concat(new.`address`, new.`server_reply`)) -
    octet_length(concat(old.`address`, old.`server_reply`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_bounced_addresses` AFTER DELETE ON `bounced_addresses`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `email_bytes` = `email_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`address`, old.`server_reply`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_webhook_endpoints` AFTER INSERT ON `webhook_endpoints`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `webhook_bytes` = `webhook_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`url`, new.`description`, new.`event_types`, new.`metadata`, new.`sealed_secrets`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_webhook_endpoints` AFTER UPDATE OF `id`, `url`, `description`, `event_types`, `metadata`, `sealed_secrets` ON `webhook_endpoints`
WHEN octet_length(concat(new.`id`, new.`url`, new.`description`, new.`event_types`, new.`metadata`, new.`sealed_secrets`)) <>
    octet_length(concat(old.`id`, old.`url`, old.`description`, old.`event_types`, old.`metadata`, old.`sealed_secrets`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `webhook_bytes` = `webhook_bytes` + octet_length(concat(new.`id`, new.`url`, new.`description`, new.`event_types`, new.`metadata`, new.`sealed_secrets`)) -
    octet_length(concat(old.`id`, old.`url`, old.`description`, old.`event_types`, old.`metadata`, old.`sealed_secrets`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND octet_length(concat(new.`url`, new.`description`, new.`metadata`)) >
      octet_length(concat(old.`url`, old.`description`, old.`metadata`))
    AND `bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_webhook_endpoints` AFTER DELETE ON `webhook_endpoints`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `webhook_bytes` = `webhook_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`url`, old.`description`, old.`event_types`, old.`metadata`, old.`sealed_secrets`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_outbox` AFTER INSERT ON `outbox`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `webhook_bytes` = `webhook_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`data`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_outbox` AFTER UPDATE OF `id`, `type`, `data` ON `outbox`
WHEN octet_length(concat(new.`id`, new.`type`, new.`data`)) <>
    octet_length(concat(old.`id`, old.`type`, old.`data`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `webhook_bytes` = `webhook_bytes` + octet_length(concat(new.`id`, new.`type`, new.`data`)) -
    octet_length(concat(old.`id`, old.`type`, old.`data`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_outbox` AFTER DELETE ON `outbox`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `webhook_bytes` = `webhook_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`type`, old.`data`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_webhook_deliveries` AFTER INSERT ON `webhook_deliveries`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `webhook_bytes` = `webhook_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`endpoint_id`, new.`message_id`, new.`subject`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_webhook_deliveries` AFTER UPDATE OF `endpoint_id`, `message_id`, `subject` ON `webhook_deliveries`
WHEN octet_length(concat(new.`endpoint_id`, new.`message_id`, new.`subject`)) <>
    octet_length(concat(old.`endpoint_id`, old.`message_id`, old.`subject`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `webhook_bytes` = `webhook_bytes` + octet_length(concat(new.`endpoint_id`, new.`message_id`, new.`subject`)) -
    octet_length(concat(old.`endpoint_id`, old.`message_id`, old.`subject`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_webhook_deliveries` AFTER DELETE ON `webhook_deliveries`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `webhook_bytes` = `webhook_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`endpoint_id`, old.`message_id`, old.`subject`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_webhook_attempts` AFTER INSERT ON `webhook_attempts`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `webhook_bytes` = `webhook_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`endpoint_id`, new.`message_id`, new.`url`, new.`response`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_webhook_attempts` AFTER UPDATE OF `id`, `endpoint_id`, `message_id`, `url`, `response` ON `webhook_attempts`
WHEN octet_length(concat(new.`id`, new.`endpoint_id`, new.`message_id`, new.`url`, new.`response`)) <>
    octet_length(concat(old.`id`, old.`endpoint_id`, old.`message_id`, old.`url`, old.`response`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `webhook_bytes` = `webhook_bytes` + octet_length(concat(new.`id`, new.`endpoint_id`, new.`message_id`, new.`url`, new.`response`)) -
    octet_length(concat(old.`id`, old.`endpoint_id`, old.`message_id`, old.`url`, old.`response`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_webhook_attempts` AFTER DELETE ON `webhook_attempts`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `webhook_bytes` = `webhook_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`endpoint_id`, old.`message_id`, old.`url`, old.`response`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_item_quantity_changes` AFTER INSERT ON `item_quantity_changes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `payment_bytes` = `payment_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`customer_type`, new.`customer_id`, new.`item_id`, new.`id`, new.`description`, new.`source`, new.`purchase_id`, new.`idempotency_key`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`source` = 'request'
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_item_quantity_changes` AFTER UPDATE OF `customer_type`, `customer_id`, `item_id`, `id`, `description`, `source`, `purchase_id`, `idempotency_key` ON `item_quantity_changes`
WHEN octet_length(concat(new.`customer_type`, new.`customer_id`, new.`item_id`, new.`id`, new.`description`, new.`source`, new.`purchase_id`, new.`idempotency_key`)) <>
    octet_length(concat(old.`customer_type`, old.`customer_id`, old.`item_id`, old.`id`, old.`description`, old.`source`, old.`purchase_id`, old.`idempotency_key`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `payment_bytes` = `payment_bytes` + octet_length(concat(new.`customer_type`, new.`customer_id`, new.`item_id`, new.`id`, new.`description`, new.`source`, new.`purchase_id`, new.`idempotency_key`)) -
    octet_length(concat(old.`customer_type`, old.`customer_id`, old.`item_id`, old.`id`, old.`description`, old.`source`, old.`purchase_id`, old.`idempotency_key`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_item_quantity_changes` AFTER DELETE ON `item_quantity_changes`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `payment_bytes` = `payment_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`customer_type`, old.`customer_id`, old.`item_id`, old.`id`, old.`description`, old.`source`, old.`purchase_id`, old.`idempotency_key`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_item_checkpoints` AFTER INSERT ON `item_checkpoints`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `payment_bytes` = `payment_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`customer_type`, new.`customer_id`, new.`item_id`, new.`state`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_item_checkpoints` AFTER UPDATE OF `customer_type`, `customer_id`, `item_id`, `state` ON `item_checkpoints`
WHEN octet_length(concat(new.`customer_type`, new.`customer_id`, new.`item_id`, new.`state`)) <>
    octet_length(concat(old.`customer_type`, old.`customer_id`, old.`item_id`, old.`state`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `payment_bytes` = `payment_bytes` + octet_length(concat(new.`customer_type`, new.`customer_id`, new.`item_id`, new.`state`)) -
    octet_length(concat(old.`customer_type`, old.`customer_id`, old.`item_id`, old.`state`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_item_checkpoints` AFTER DELETE ON `item_checkpoints`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `payment_bytes` = `payment_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`customer_type`, old.`customer_id`, old.`item_id`, old.`state`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_subscriptions` AFTER INSERT ON `subscriptions`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `payment_bytes` = `payment_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_event_id`, new.`status`, new.`replaced_by`, new.`stripe_subscription_id`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`is_test`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_subscriptions` AFTER UPDATE OF `id`, `customer_type`, `customer_id`, `offer_id`, `offer`, `price_id`, `stripe_event_id`, `status`, `replaced_by`, `stripe_subscription_id` ON `subscriptions`
WHEN octet_length(concat(new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_event_id`, new.`status`, new.`replaced_by`, new.`stripe_subscription_id`)) <>
    octet_length(concat(old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_event_id`, old.`status`, old.`replaced_by`, old.`stripe_subscription_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `payment_bytes` = `payment_bytes` + octet_length(concat(new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_event_id`, new.`status`, new.`replaced_by`, new.`stripe_subscription_id`)) -
    octet_length(concat(old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_event_id`, old.`status`, old.`replaced_by`, old.`stripe_subscription_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_subscriptions` AFTER DELETE ON `subscriptions`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `payment_bytes` = `payment_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_event_id`, old.`status`, old.`replaced_by`, old.`stripe_subscription_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_one_time_purchases` AFTER INSERT ON `one_time_purchases`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `payment_bytes` = `payment_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_event_id`, new.`stripe_payment_intent_id`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`is_test`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_one_time_purchases` AFTER UPDATE OF `id`, `customer_type`, `customer_id`, `offer_id`, `offer`, `price_id`, `stripe_event_id`, `stripe_payment_intent_id` ON `one_time_purchases`
WHEN octet_length(concat(new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_event_id`, new.`stripe_payment_intent_id`)) <>
    octet_length(concat(old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_event_id`, old.`stripe_payment_intent_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `payment_bytes` = `payment_bytes` + octet_length(concat(new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_event_id`, new.`stripe_payment_intent_id`)) -
    octet_length(concat(old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_event_id`, old.`stripe_payment_intent_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_one_time_purchases` AFTER DELETE ON `one_time_purchases`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `payment_bytes` = `payment_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_event_id`, old.`stripe_payment_intent_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_started_purchases` AFTER INSERT ON `started_purchases`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `payment_bytes` = `payment_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_id`, new.`superseded_by`, new.`replaces`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_started_purchases` AFTER UPDATE OF `id`, `customer_type`, `customer_id`, `offer_id`, `offer`, `price_id`, `stripe_id`, `superseded_by`, `replaces` ON `started_purchases`
WHEN octet_length(concat(new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_id`, new.`superseded_by`, new.`replaces`)) <>
    octet_length(concat(old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_id`, old.`superseded_by`, old.`replaces`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `payment_bytes` = `payment_bytes` + octet_length(concat(new.`id`, new.`customer_type`, new.`customer_id`, new.`offer_id`, new.`offer`, new.`price_id`, new.`stripe_id`, new.`superseded_by`, new.`replaces`)) -
    octet_length(concat(old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_id`, old.`superseded_by`, old.`replaces`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_started_purchases` AFTER DELETE ON `started_purchases`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `payment_bytes` = `payment_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`customer_type`, old.`customer_id`, old.`offer_id`, old.`offer`, old.`price_id`, old.`stripe_id`, old.`superseded_by`, old.`replaces`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_stripe_customers` AFTER INSERT ON `stripe_customers`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `payment_bytes` = `payment_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`customer_type`, new.`customer_id`, new.`stripe_customer_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_stripe_customers` AFTER UPDATE OF `customer_type`, `customer_id`, `stripe_customer_id` ON `stripe_customers`
WHEN octet_length(concat(new.`customer_type`, new.`customer_id`, new.`stripe_customer_id`)) <>
    octet_length(concat(old.`customer_type`, old.`customer_id`, old.`stripe_customer_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `payment_bytes` = `payment_bytes` + octet_length(concat(new.`customer_type`, new.`customer_id`, new.`stripe_customer_id`)) -
    octet_length(concat(old.`customer_type`, old.`customer_id`, old.`stripe_customer_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_stripe_customers` AFTER DELETE ON `stripe_customers`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `payment_bytes` = `payment_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`customer_type`, old.`customer_id`, old.`stripe_customer_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_stripe_events` AFTER INSERT ON `stripe_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `payment_bytes` = `payment_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`object_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_stripe_events` AFTER UPDATE OF `id`, `type`, `object_id` ON `stripe_events`
WHEN octet_length(concat(new.`id`, new.`type`, new.`object_id`)) <>
    octet_length(concat(old.`id`, old.`type`, old.`object_id`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `payment_bytes` = `payment_bytes` + octet_length(concat(new.`id`, new.`type`, new.`object_id`)) -
    octet_length(concat(old.`id`, old.`type`, old.`object_id`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_stripe_events` AFTER DELETE ON `stripe_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `payment_bytes` = `payment_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`type`, old.`object_id`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_audit_events` AFTER INSERT ON `audit_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `audit_bytes` = `audit_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND new.`actor_type` <> 'system' AND NOT (new.`type` GLOB '*.deleted' OR new.`type` GLOB '*.revoked' OR new.`type` GLOB 'password.*'
    OR new.`type` IN ('user.restricted', 'audit_log.exported') OR new.`type` GLOB 'user.signed_*' AND new.`actor_type` = 'user')
    AND (`bytes` > 2 * coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > 2 * coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_audit_events` AFTER UPDATE OF `id`, `type`, `actor_type`, `actor_id`, `impersonator_type`, `impersonator_id`, `session_id`, `target_type`, `target_id`, `details`, `ip`, `country_code`, `user_agent` ON `audit_events`
WHEN octet_length(concat(new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`)) <>
    octet_length(concat(old.`id`, old.`type`, old.`actor_type`, old.`actor_id`, old.`impersonator_type`, old.`impersonator_id`, old.`session_id`, old.`target_type`, old.`target_id`, old.`details`, old.`ip`, old.`country_code`, old.`user_agent`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `audit_bytes` = `audit_bytes` + octet_length(concat(new.`id`, new.`type`, new.`actor_type`, new.`actor_id`, new.`impersonator_type`, new.`impersonator_id`, new.`session_id`, new.`target_type`, new.`target_id`, new.`details`, new.`ip`, new.`country_code`, new.`user_agent`)) -
    octet_length(concat(old.`id`, old.`type`, old.`actor_type`, old.`actor_id`, old.`impersonator_type`, old.`impersonator_id`, old.`session_id`, old.`target_type`, old.`target_id`, old.`details`, old.`ip`, old.`country_code`, old.`user_agent`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_audit_events` AFTER DELETE ON `audit_events`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `audit_bytes` = `audit_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`type`, old.`actor_type`, old.`actor_id`, old.`impersonator_type`, old.`impersonator_id`, old.`session_id`, old.`target_type`, old.`target_id`, old.`details`, old.`ip`, old.`country_code`, old.`user_agent`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_internal_api_keys` AFTER INSERT ON `internal_api_keys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `setting_bytes` = `setting_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`id`, new.`description`, new.`publishable_client_key_hash`, new.`publishable_client_key_last_four`, new.`secret_server_key_hash`, new.`secret_server_key_last_four`, new.`super_secret_admin_key_hash`, new.`super_secret_admin_key_last_four`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_internal_api_keys` AFTER UPDATE OF `id`, `description`, `publishable_client_key_hash`, `publishable_client_key_last_four`, `secret_server_key_hash`, `secret_server_key_last_four`, `super_secret_admin_key_hash`, `super_secret_admin_key_last_four` ON `internal_api_keys`
WHEN octet_length(concat(new.`id`, new.`description`, new.`publishable_client_key_hash`, new.`publishable_client_key_last_four`, new.`secret_server_key_hash`, new.`secret_server_key_last_four`, new.`super_secret_admin_key_hash`, new.`super_secret_admin_key_last_four`)) <>
    octet_length(concat(old.`id`, old.`description`, old.`publishable_client_key_hash`, old.`publishable_client_key_last_four`, old.`secret_server_key_hash`, old.`secret_server_key_last_four`, old.`super_secret_admin_key_hash`, old.`super_secret_admin_key_last_four`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `setting_bytes` = `setting_bytes` + octet_length(concat(new.`id`, new.`description`, new.`publishable_client_key_hash`, new.`publishable_client_key_last_four`, new.`secret_server_key_hash`, new.`secret_server_key_last_four`, new.`super_secret_admin_key_hash`, new.`super_secret_admin_key_last_four`)) -
    octet_length(concat(old.`id`, old.`description`, old.`publishable_client_key_hash`, old.`publishable_client_key_last_four`, old.`secret_server_key_hash`, old.`secret_server_key_last_four`, old.`super_secret_admin_key_hash`, old.`super_secret_admin_key_last_four`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_internal_api_keys` AFTER DELETE ON `internal_api_keys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `setting_bytes` = `setting_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`id`, old.`description`, old.`publishable_client_key_hash`, old.`publishable_client_key_last_four`, old.`secret_server_key_hash`, old.`secret_server_key_last_four`, old.`super_secret_admin_key_hash`, old.`super_secret_admin_key_last_four`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_assistant_messages` AFTER INSERT ON `assistant_messages`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `setting_bytes` = `setting_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`thread_id`, new.`message`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_assistant_messages` AFTER UPDATE OF `thread_id`, `message` ON `assistant_messages`
WHEN octet_length(concat(new.`thread_id`, new.`message`)) <>
    octet_length(concat(old.`thread_id`, old.`message`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `setting_bytes` = `setting_bytes` + octet_length(concat(new.`thread_id`, new.`message`)) -
    octet_length(concat(old.`thread_id`, old.`message`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_assistant_messages` AFTER DELETE ON `assistant_messages`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `setting_bytes` = `setting_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`thread_id`, old.`message`))
  WHERE `project_id` = old.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_new_data_vault_keys` AFTER INSERT ON `data_vault_keys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` + 1, `setting_bytes` = `setting_bytes` + 400
    + octet_length(concat(new.`project_id`, new.`store_id`, new.`id`, new.`sealed_key`))
  WHERE `project_id` = new.`project_id`;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM `project_storage` WHERE `project_id` = new.`project_id`
    AND (`bytes` > coalesce(`max_bytes`, (SELECT `max_bytes` FROM `storage_quota`)) OR `rows` > coalesce(`max_rows`, (SELECT `max_rows` FROM `storage_quota`)));
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_changed_data_vault_keys` AFTER UPDATE OF `store_id`, `id`, `sealed_key` ON `data_vault_keys`
WHEN octet_length(concat(new.`store_id`, new.`id`, new.`sealed_key`)) <>
    octet_length(concat(old.`store_id`, old.`id`, old.`sealed_key`))
  AND NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = new.`project_id`)
BEGIN
  UPDATE `project_storage` SET `setting_bytes` = `setting_bytes` + octet_length(concat(new.`store_id`, new.`id`, new.`sealed_key`)) -
    octet_length(concat(old.`store_id`, old.`id`, old.`sealed_key`))
  WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `storage_follows_deleted_data_vault_keys` AFTER DELETE ON `data_vault_keys`
WHEN NOT EXISTS (SELECT 1 FROM `arriving_projects` WHERE `project_id` = old.`project_id`) BEGIN
  UPDATE `project_storage` SET `rows` = `rows` - 1, `setting_bytes` = `setting_bytes` - 400
    - octet_length(concat(old.`project_id`, old.`store_id`, old.`id`, old.`sealed_key`))
  WHERE `project_id` = old.`project_id`;
END;
