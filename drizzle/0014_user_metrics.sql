CREATE TABLE `daily_user_counts` (
	`project_id` text NOT NULL,
	`day` integer NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	`anonymous_sign_ups` integer DEFAULT 0 NOT NULL,
	`active_users` integer DEFAULT 0 NOT NULL,
	`active_anonymous_users` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `day`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `daily_user_counts_by_day` ON `daily_user_counts` (`day`);--> statement-breakpoint
CREATE TABLE `user_counts` (
	`project_id` text PRIMARY KEY NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`anonymous_users` integer DEFAULT 0 NOT NULL,
	`countries` text DEFAULT '{}' NOT NULL,
	`anonymous_countries` text DEFAULT '{}' NOT NULL,
	`login_methods` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `users` ADD `last_active_day` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `last_country` text;--> statement-breakpoint
CREATE INDEX `active_users_by_activity` ON `users` (`project_id`,`is_anonymous`,`last_active_at`) WHERE last_active_day is not null;--> statement-breakpoint
-- What the records already say. A user with a session, or who was active after signing up, was active.
UPDATE `users` SET
  `last_active_day` = `last_active_at` / 86400000,
  `last_country` = (
    SELECT `last_used_ip` ->> '$.countryCode' FROM `sessions`
    WHERE `sessions`.`project_id` = `users`.`project_id` AND `sessions`.`user_id` = `users`.`id`
      AND NOT `is_impersonation` AND `last_used_ip` ->> '$.countryCode' GLOB '[A-Z][A-Z]' AND `last_used_ip` ->> '$.countryCode' <> 'XX'
    ORDER BY `last_used_at` DESC LIMIT 1
  )
WHERE `last_active_at` > `signed_up_at` OR EXISTS (
  SELECT 1 FROM `sessions` WHERE `sessions`.`project_id` = `users`.`project_id` AND `sessions`.`user_id` = `users`.`id`
);--> statement-breakpoint
INSERT INTO `user_counts` (`project_id`, `users`, `anonymous_users`)
SELECT `project_id`, count(*), sum(`is_anonymous`) FROM `users` GROUP BY `project_id`;--> statement-breakpoint
UPDATE `user_counts` SET
  `countries` = (SELECT json_group_object(`country`, `count`) FROM (
    SELECT `last_country` AS `country`, count(*) AS `count` FROM `users`
    WHERE `project_id` = `user_counts`.`project_id` AND `last_country` IS NOT NULL GROUP BY 1
  )),
  `anonymous_countries` = (SELECT json_group_object(`country`, `count`) FROM (
    SELECT `last_country` AS `country`, count(*) AS `count` FROM `users`
    WHERE `project_id` = `user_counts`.`project_id` AND `last_country` IS NOT NULL AND `is_anonymous` GROUP BY 1
  )),
  `login_methods` = (SELECT json_group_object(`method`, `count`) FROM (
    SELECT `method`, sum(`count`) AS `count` FROM (
      SELECT 'password' AS `method`, sum(`has_password`) AS `count` FROM `users` WHERE `project_id` = `user_counts`.`project_id`
      UNION ALL
      SELECT 'otp', sum(`otp_auth_enabled`) FROM `users` WHERE `project_id` = `user_counts`.`project_id`
      UNION ALL
      SELECT 'passkey', sum(`passkey_auth_enabled`) FROM `users` WHERE `project_id` = `user_counts`.`project_id`
      UNION ALL
      SELECT lower(`provider_config_id`), count(*) FROM `oauth_links`
      WHERE `project_id` = `user_counts`.`project_id` AND `allow_sign_in` GROUP BY 1
    ) GROUP BY 1 HAVING sum(`count`) > 0
  ));--> statement-breakpoint
INSERT INTO `daily_user_counts` (`project_id`, `day`, `sign_ups`, `anonymous_sign_ups`)
SELECT `project_id`, `signed_up_at` / 86400000, count(*), sum(`is_anonymous`) FROM `users` GROUP BY 1, 2;--> statement-breakpoint
-- Only the latest day of each user is on record. (`WHERE true` keeps SQLite from reading ON as that of a join.)
INSERT INTO `daily_user_counts` (`project_id`, `day`, `active_users`, `active_anonymous_users`)
SELECT `project_id`, `last_active_day`, count(*), sum(`is_anonymous`) FROM `users` WHERE `last_active_day` IS NOT NULL GROUP BY 1, 2
ON CONFLICT DO UPDATE SET
  `active_users` = excluded.`active_users`,
  `active_anonymous_users` = excluded.`active_anonymous_users`;--> statement-breakpoint
-- From here on triggers count, so that no way to change a user passes the counts by. A key of JSON that reaches zero is
-- removed by `json_patch`, as RFC 7396 does with null. What decrements is a plain update: while a project is being deleted,
-- its counts may be gone before its users.
CREATE TRIGGER `user_counts_follow_new_users` AFTER INSERT ON `users` BEGIN
  INSERT INTO `user_counts` (`project_id`) VALUES (new.`project_id`) ON CONFLICT DO NOTHING;
  UPDATE `user_counts` SET
    `users` = `users` + 1,
    `anonymous_users` = `anonymous_users` + new.`is_anonymous`,
    `login_methods` = json_patch(`login_methods`, json_object(
      'password', nullif(coalesce(`login_methods` ->> 'password', 0) + new.`has_password`, 0),
      'otp', nullif(coalesce(`login_methods` ->> 'otp', 0) + new.`otp_auth_enabled`, 0),
      'passkey', nullif(coalesce(`login_methods` ->> 'passkey', 0) + new.`passkey_auth_enabled`, 0)
    ))
  WHERE `project_id` = new.`project_id`;
  INSERT INTO `daily_user_counts` (`project_id`, `day`, `sign_ups`, `anonymous_sign_ups`)
  VALUES (new.`project_id`, new.`signed_up_at` / 86400000, 1, new.`is_anonymous`)
  ON CONFLICT DO UPDATE SET
    `sign_ups` = `sign_ups` + 1,
    `anonymous_sign_ups` = `anonymous_sign_ups` + excluded.`anonymous_sign_ups`;
END;--> statement-breakpoint
-- The user leaves all counts but those of the days on which they were active: that remains true.
CREATE TRIGGER `user_counts_follow_deleted_users` AFTER DELETE ON `users` BEGIN
  UPDATE `user_counts` SET
    `users` = `users` - 1,
    `anonymous_users` = `anonymous_users` - old.`is_anonymous`,
    `countries` = iif(old.`last_country` IS NULL, `countries`, json_patch(`countries`, json_object(
      coalesce(old.`last_country`, ''), nullif(coalesce(`countries` ->> old.`last_country`, 0) - 1, 0)
    ))),
    `anonymous_countries` = iif(old.`last_country` IS NULL OR NOT old.`is_anonymous`, `anonymous_countries`, json_patch(`anonymous_countries`, json_object(
      coalesce(old.`last_country`, ''), nullif(coalesce(`anonymous_countries` ->> old.`last_country`, 0) - 1, 0)
    ))),
    `login_methods` = json_patch(`login_methods`, json_object(
      'password', nullif(coalesce(`login_methods` ->> 'password', 0) - old.`has_password`, 0),
      'otp', nullif(coalesce(`login_methods` ->> 'otp', 0) - old.`otp_auth_enabled`, 0),
      'passkey', nullif(coalesce(`login_methods` ->> 'passkey', 0) - old.`passkey_auth_enabled`, 0)
    ))
  WHERE `project_id` = old.`project_id`;
  UPDATE `daily_user_counts` SET
    `sign_ups` = `sign_ups` - 1,
    `anonymous_sign_ups` = `anonymous_sign_ups` - old.`is_anonymous`
  WHERE `project_id` = old.`project_id` AND `day` = old.`signed_up_at` / 86400000;
END;--> statement-breakpoint
-- An anonymous user who signs up also counts as such on the latest day on which they were active.
CREATE TRIGGER `user_counts_follow_upgrades` AFTER UPDATE OF `is_anonymous` ON `users`
WHEN new.`is_anonymous` <> old.`is_anonymous` BEGIN
  UPDATE `user_counts` SET `anonymous_users` = `anonymous_users` + new.`is_anonymous` - old.`is_anonymous`
  WHERE `project_id` = new.`project_id`;
  UPDATE `daily_user_counts` SET `anonymous_sign_ups` = `anonymous_sign_ups` + new.`is_anonymous` - old.`is_anonymous`
  WHERE `project_id` = new.`project_id` AND `day` = new.`signed_up_at` / 86400000;
  UPDATE `daily_user_counts` SET `active_anonymous_users` = `active_anonymous_users` + new.`is_anonymous` - old.`is_anonymous`
  WHERE `project_id` = new.`project_id` AND `day` = old.`last_active_day`;
END;--> statement-breakpoint
CREATE TRIGGER `user_counts_follow_countries` AFTER UPDATE OF `last_country`, `is_anonymous` ON `users`
WHEN new.`last_country` IS NOT old.`last_country` OR new.`is_anonymous` <> old.`is_anonymous` BEGIN
  UPDATE `user_counts` SET
    `countries` = json_patch(`countries`, json_object(
      old.`last_country`, nullif(coalesce(`countries` ->> old.`last_country`, 0) - 1, 0)
    )),
    `anonymous_countries` = json_patch(`anonymous_countries`, json_object(
      old.`last_country`, nullif(coalesce(`anonymous_countries` ->> old.`last_country`, 0) - old.`is_anonymous`, 0)
    ))
  WHERE `project_id` = new.`project_id` AND old.`last_country` IS NOT NULL;
  UPDATE `user_counts` SET
    `countries` = json_patch(`countries`, json_object(
      new.`last_country`, coalesce(`countries` ->> new.`last_country`, 0) + 1
    )),
    `anonymous_countries` = json_patch(`anonymous_countries`, json_object(
      new.`last_country`, nullif(coalesce(`anonymous_countries` ->> new.`last_country`, 0) + new.`is_anonymous`, 0)
    ))
  WHERE `project_id` = new.`project_id` AND new.`last_country` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `user_counts_follow_methods` AFTER UPDATE OF `has_password`, `otp_auth_enabled`, `passkey_auth_enabled` ON `users`
WHEN new.`has_password` <> old.`has_password` OR new.`otp_auth_enabled` <> old.`otp_auth_enabled`
  OR new.`passkey_auth_enabled` <> old.`passkey_auth_enabled` BEGIN
  UPDATE `user_counts` SET `login_methods` = json_patch(`login_methods`, json_object(
    'password', nullif(coalesce(`login_methods` ->> 'password', 0) + new.`has_password` - old.`has_password`, 0),
    'otp', nullif(coalesce(`login_methods` ->> 'otp', 0) + new.`otp_auth_enabled` - old.`otp_auth_enabled`, 0),
    'passkey', nullif(coalesce(`login_methods` ->> 'passkey', 0) + new.`passkey_auth_enabled` - old.`passkey_auth_enabled`, 0)
  )) WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
-- The first activity of a user on a day: each is counted once a day, without a row for each user and day.
CREATE TRIGGER `user_counts_follow_activity` AFTER UPDATE OF `last_active_day` ON `users`
WHEN new.`last_active_day` <> coalesce(old.`last_active_day`, -1) BEGIN
  INSERT INTO `daily_user_counts` (`project_id`, `day`, `active_users`, `active_anonymous_users`)
  VALUES (new.`project_id`, new.`last_active_day`, 1, new.`is_anonymous`)
  ON CONFLICT DO UPDATE SET
    `active_users` = `active_users` + 1,
    `active_anonymous_users` = `active_anonymous_users` + excluded.`active_anonymous_users`;
END;--> statement-breakpoint
-- A provider's id may begin with `$`, which the operator would take for a path of its own.
CREATE TRIGGER `user_counts_follow_new_links` AFTER INSERT ON `oauth_links` WHEN new.`allow_sign_in` BEGIN
  UPDATE `user_counts` SET `login_methods` = json_patch(`login_methods`, json_object(lower(new.`provider_config_id`),
    coalesce(`login_methods` ->> ('$."' || lower(new.`provider_config_id`) || '"'), 0) + 1
  )) WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `user_counts_follow_links` AFTER UPDATE OF `allow_sign_in` ON `oauth_links`
WHEN new.`allow_sign_in` <> old.`allow_sign_in` BEGIN
  UPDATE `user_counts` SET `login_methods` = json_patch(`login_methods`, json_object(lower(new.`provider_config_id`),
    nullif(coalesce(`login_methods` ->> ('$."' || lower(new.`provider_config_id`) || '"'), 0) + new.`allow_sign_in` - old.`allow_sign_in`, 0)
  )) WHERE `project_id` = new.`project_id`;
END;--> statement-breakpoint
CREATE TRIGGER `user_counts_follow_deleted_links` AFTER DELETE ON `oauth_links` WHEN old.`allow_sign_in` BEGIN
  UPDATE `user_counts` SET `login_methods` = json_patch(`login_methods`, json_object(lower(old.`provider_config_id`),
    nullif(coalesce(`login_methods` ->> ('$."' || lower(old.`provider_config_id`) || '"'), 0) - 1, 0)
  )) WHERE `project_id` = old.`project_id`;
END;
