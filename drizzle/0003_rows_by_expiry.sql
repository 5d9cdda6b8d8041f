DROP INDEX `authorization_codes_by_expiry`;--> statement-breakpoint
CREATE INDEX `authorization_codes_by_expiry` ON `authorization_codes` (`expires_at`);--> statement-breakpoint
DROP INDEX `oauth_requests_by_expiry`;--> statement-breakpoint
CREATE INDEX `oauth_requests_by_expiry` ON `oauth_requests` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `verification_codes_by_expiry` ON `verification_codes` (`expires_at`);