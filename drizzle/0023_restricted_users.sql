ALTER TABLE `users` ADD `restricted_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `restriction_reason` text;--> statement-breakpoint
CREATE UNIQUE INDEX `restricted_users_in_order` ON `users` (`project_id`,`ordinal`) WHERE restricted_at is not null;