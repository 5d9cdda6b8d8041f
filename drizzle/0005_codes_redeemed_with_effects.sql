ALTER TABLE `authorization_codes` ADD `type` text DEFAULT 'authenticate' NOT NULL;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `credential_version` integer;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `provider_id` text;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `account_id` text;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `email` text;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `sealed_grant` text;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `used_at` integer;--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `issued_session_id` text;--> statement-breakpoint
ALTER TABLE `oauth_requests` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `oauth_requests` ADD `credential_version` integer;