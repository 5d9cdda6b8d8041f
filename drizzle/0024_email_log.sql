DROP INDEX `failed_emails_by_time`;--> statement-breakpoint
ALTER TABLE `sent_emails` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `sent_emails` ADD `send_id` text;--> statement-breakpoint
ALTER TABLE `sent_emails` ADD `user_id` text;--> statement-breakpoint
CREATE INDEX `sent_emails_by_kind` ON `sent_emails` (`project_id`,`kind`,`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `sent_emails_by_recipient` ON `sent_emails` (`project_id`,lower("to" ->> '$[0]'),`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `failed_emails_by_time` ON `sent_emails` (`project_id`,`sent_at`,`id`) WHERE error is not null;