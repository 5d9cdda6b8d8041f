ALTER TABLE `passkeys` ADD `name` text DEFAULT 'Passkey' NOT NULL;--> statement-breakpoint
ALTER TABLE `passkeys` ADD `last_used_at` integer;