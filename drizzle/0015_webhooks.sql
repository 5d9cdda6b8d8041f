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
CREATE INDEX `outbox_by_time` ON `outbox` (`created_at`);--> statement-breakpoint
-- An event is handed to the endpoints that take its type in the transaction that records it. What it is of is named by its
-- ids: events of one object are sent in their order. A project without endpoints has one look into an index.
CREATE TRIGGER `webhook_deliveries_follow_outbox` AFTER INSERT ON `outbox`
WHEN EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `project_id` = new.`project_id` AND `disabled_at` IS NULL) BEGIN
  INSERT INTO `webhook_deliveries` (`project_id`, `endpoint_id`, `message_id`, `subject`, `created_at`, `status`, `next_attempt_at`, `expires_at`)
  SELECT new.`project_id`, `id`, new.`id`,
    substr(new.`type`, 1, instr(new.`type`, '.') - 1) || '/' || coalesce(new.`data` ->> '$.team_id', '') || '/' ||
      coalesce(new.`data` ->> '$.user_id', '') || '/' || coalesce(new.`data` ->> '$.id', ''),
    new.`created_at`, 1, new.`created_at`, new.`created_at` + 2592000000
  FROM `webhook_endpoints`
  WHERE `project_id` = new.`project_id` AND `disabled_at` IS NULL
    AND (`event_types` IS NULL OR EXISTS (SELECT 1 FROM json_each(`event_types`) WHERE value = new.`type`));
  UPDATE `webhook_endpoints` SET `due_at` = new.`created_at`
  WHERE `project_id` = new.`project_id` AND `disabled_at` IS NULL AND (`due_at` IS NULL OR `due_at` > new.`created_at`)
    AND (`event_types` IS NULL OR EXISTS (SELECT 1 FROM json_each(`event_types`) WHERE value = new.`type`));
END;
