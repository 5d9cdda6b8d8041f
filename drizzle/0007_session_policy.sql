ALTER TABLE `sessions` ADD `last_used_user_agent` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` integer;--> statement-breakpoint
ALTER TABLE `passkeys` ADD `has_verified_user` integer DEFAULT false NOT NULL;