CREATE TABLE `failed_email_digests` (
	`project_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `failed_email_digests_due` ON `failed_email_digests` (`due_at`);--> statement-breakpoint
CREATE INDEX `failed_emails_by_time` ON `sent_emails` (`project_id`,`sent_at`) WHERE error is not null;--> statement-breakpoint
-- A day after the first failure there is a digest of it and of those that followed.
CREATE TRIGGER `failed_email_digests_follow_failures` AFTER INSERT ON `sent_emails` WHEN new.`error` IS NOT NULL BEGIN
  INSERT INTO `failed_email_digests` (`project_id`, `due_at`) VALUES (new.`project_id`, new.`sent_at` + 86400000) ON CONFLICT DO NOTHING;
END;
