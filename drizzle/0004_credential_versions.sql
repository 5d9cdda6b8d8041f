ALTER TABLE `users` ADD `credential_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `verification_codes` ADD `user_id` text;--> statement-breakpoint
ALTER TABLE `verification_codes` ADD `credential_version` integer;