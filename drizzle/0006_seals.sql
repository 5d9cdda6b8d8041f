ALTER TABLE `projects` ADD `config_seal` text;--> statement-breakpoint
-- Until now every secret was sealed in the form that does not name its key.
UPDATE `projects` SET `config_seal` = 'sealed:v1:' WHERE instr(`config_override`, '"sealed:v1:') > 0;--> statement-breakpoint
CREATE INDEX `projects_by_config_seal` ON `projects` (`config_seal`) WHERE "projects"."config_seal" is not null;--> statement-breakpoint
ALTER TABLE `provider_tokens` ADD `seal` text GENERATED ALWAYS AS (substr(sealed_access_token, 1, 22)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `provider_tokens_by_seal` ON `provider_tokens` (`seal`);--> statement-breakpoint
ALTER TABLE `totp_secrets` ADD `seal` text GENERATED ALWAYS AS (substr(sealed_secret, 1, 22)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `totp_secrets_by_seal` ON `totp_secrets` (`seal`);