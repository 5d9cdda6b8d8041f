ALTER TABLE `outbox` ADD `waiting_deliveries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`project_id`,`created_at`) WHERE waiting_deliveries > 0;--> statement-breakpoint
ALTER TABLE `project_storage` ADD `waiting_deliveries` integer DEFAULT 0 NOT NULL;