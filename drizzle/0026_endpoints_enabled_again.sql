ALTER TABLE `webhook_endpoints` ADD `last_disabled_at` integer;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `last_enabled_at` integer;