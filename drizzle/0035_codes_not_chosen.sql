ALTER TABLE `users` ADD `primary_email_proven_by_email_alone` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- An address that its email alone has proven gets no codes while the user has another way in and has not chosen codes. The triggers
-- of `0033_sign_in_counts.sql` leave these users out.
DROP TRIGGER user_counts_follow_new_users;
--> statement-breakpoint
DROP TRIGGER user_counts_follow_deleted_users;
--> statement-breakpoint
DROP TRIGGER user_counts_follow_methods;
--> statement-breakpoint
CREATE TRIGGER user_counts_follow_new_users AFTER INSERT ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  INSERT INTO user_counts (project_id) VALUES (new.project_id) ON CONFLICT DO NOTHING;
  UPDATE user_counts SET
    users = users + 1,
    anonymous_users = anonymous_users + new.is_anonymous,
    code_users = code_users + (new.otp_auth_enabled OR (new.primary_email_verified AND new.primary_email_auth_enabled AND NOT new.otp_auth_switched_off AND NOT (new.primary_email_proven_by_email_alone AND (new.has_password OR new.passkey_auth_enabled OR new.oauth_providers <> '[]')))),
    users_without_method = users_without_method + (new.oauth_providers = '[]' AND NOT (new.is_anonymous OR new.has_password OR new.passkey_auth_enabled OR (new.otp_auth_enabled OR (new.primary_email_verified AND new.primary_email_auth_enabled AND NOT new.otp_auth_switched_off AND NOT (new.primary_email_proven_by_email_alone AND (new.has_password OR new.passkey_auth_enabled OR new.oauth_providers <> '[]')))))),
    login_methods = json_patch(login_methods, json_object(
      'password', nullif(coalesce(login_methods ->> 'password', 0) + new.has_password, 0),
      'otp', nullif(coalesce(login_methods ->> 'otp', 0) + new.otp_auth_enabled, 0),
      'passkey', nullif(coalesce(login_methods ->> 'passkey', 0) + new.passkey_auth_enabled, 0)
    ))
  WHERE project_id = new.project_id;
  INSERT INTO daily_user_counts (project_id, day, sign_ups, anonymous_sign_ups)
  VALUES (new.project_id, new.signed_up_at / 86400000, 1, new.is_anonymous)
  ON CONFLICT DO UPDATE SET
    sign_ups = sign_ups + 1,
    anonymous_sign_ups = anonymous_sign_ups + excluded.anonymous_sign_ups;
END;
--> statement-breakpoint
CREATE TRIGGER user_counts_follow_deleted_users AFTER DELETE ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE user_counts SET
    users = users - 1,
    anonymous_users = anonymous_users - old.is_anonymous,
    code_users = code_users - (old.otp_auth_enabled OR (old.primary_email_verified AND old.primary_email_auth_enabled AND NOT old.otp_auth_switched_off AND NOT (old.primary_email_proven_by_email_alone AND (old.has_password OR old.passkey_auth_enabled OR old.oauth_providers <> '[]')))),
    users_without_method = users_without_method - (old.oauth_providers = '[]' AND NOT (old.is_anonymous OR old.has_password OR old.passkey_auth_enabled OR (old.otp_auth_enabled OR (old.primary_email_verified AND old.primary_email_auth_enabled AND NOT old.otp_auth_switched_off AND NOT (old.primary_email_proven_by_email_alone AND (old.has_password OR old.passkey_auth_enabled OR old.oauth_providers <> '[]')))))),
    countries = iif(old.last_country IS NULL, countries, json_patch(countries, json_object(
      coalesce(old.last_country, ''), nullif(coalesce(countries ->> old.last_country, 0) - 1, 0)
    ))),
    anonymous_countries = iif(
      old.last_country IS NULL OR NOT old.is_anonymous,
      anonymous_countries,
      json_patch(anonymous_countries, json_object(
        coalesce(old.last_country, ''), nullif(coalesce(anonymous_countries ->> old.last_country, 0) - 1, 0)
      ))
    ),
    login_methods = json_patch(login_methods, json_object(
      'password', nullif(coalesce(login_methods ->> 'password', 0) - old.has_password, 0),
      'otp', nullif(coalesce(login_methods ->> 'otp', 0) - old.otp_auth_enabled, 0),
      'passkey', nullif(coalesce(login_methods ->> 'passkey', 0) - old.passkey_auth_enabled, 0)
    ))
  WHERE project_id = old.project_id;
  UPDATE daily_user_counts SET
    sign_ups = sign_ups - 1,
    anonymous_sign_ups = anonymous_sign_ups - old.is_anonymous
  WHERE project_id = old.project_id AND day = old.signed_up_at / 86400000;
END;
--> statement-breakpoint
CREATE TRIGGER user_counts_follow_methods AFTER UPDATE OF
  has_password, otp_auth_enabled, otp_auth_switched_off, passkey_auth_enabled, oauth_providers,
  primary_email_verified, primary_email_auth_enabled, primary_email_proven_by_email_alone, is_anonymous ON users
WHEN (new.has_password <> old.has_password OR new.otp_auth_enabled <> old.otp_auth_enabled
  OR new.passkey_auth_enabled <> old.passkey_auth_enabled
  OR (new.otp_auth_enabled OR (new.primary_email_verified AND new.primary_email_auth_enabled AND NOT new.otp_auth_switched_off AND NOT (new.primary_email_proven_by_email_alone AND (new.has_password OR new.passkey_auth_enabled OR new.oauth_providers <> '[]')))) <> (old.otp_auth_enabled OR (old.primary_email_verified AND old.primary_email_auth_enabled AND NOT old.otp_auth_switched_off AND NOT (old.primary_email_proven_by_email_alone AND (old.has_password OR old.passkey_auth_enabled OR old.oauth_providers <> '[]'))))
  OR (new.oauth_providers = '[]' AND NOT (new.is_anonymous OR new.has_password OR new.passkey_auth_enabled OR (new.otp_auth_enabled OR (new.primary_email_verified AND new.primary_email_auth_enabled AND NOT new.otp_auth_switched_off AND NOT (new.primary_email_proven_by_email_alone AND (new.has_password OR new.passkey_auth_enabled OR new.oauth_providers <> '[]')))))) <> (old.oauth_providers = '[]' AND NOT (old.is_anonymous OR old.has_password OR old.passkey_auth_enabled OR (old.otp_auth_enabled OR (old.primary_email_verified AND old.primary_email_auth_enabled AND NOT old.otp_auth_switched_off AND NOT (old.primary_email_proven_by_email_alone AND (old.has_password OR old.passkey_auth_enabled OR old.oauth_providers <> '[]')))))))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE user_counts SET
    code_users = code_users + (new.otp_auth_enabled OR (new.primary_email_verified AND new.primary_email_auth_enabled AND NOT new.otp_auth_switched_off AND NOT (new.primary_email_proven_by_email_alone AND (new.has_password OR new.passkey_auth_enabled OR new.oauth_providers <> '[]')))) - (old.otp_auth_enabled OR (old.primary_email_verified AND old.primary_email_auth_enabled AND NOT old.otp_auth_switched_off AND NOT (old.primary_email_proven_by_email_alone AND (old.has_password OR old.passkey_auth_enabled OR old.oauth_providers <> '[]')))),
    users_without_method = users_without_method + (new.oauth_providers = '[]' AND NOT (new.is_anonymous OR new.has_password OR new.passkey_auth_enabled OR (new.otp_auth_enabled OR (new.primary_email_verified AND new.primary_email_auth_enabled AND NOT new.otp_auth_switched_off AND NOT (new.primary_email_proven_by_email_alone AND (new.has_password OR new.passkey_auth_enabled OR new.oauth_providers <> '[]')))))) - (old.oauth_providers = '[]' AND NOT (old.is_anonymous OR old.has_password OR old.passkey_auth_enabled OR (old.otp_auth_enabled OR (old.primary_email_verified AND old.primary_email_auth_enabled AND NOT old.otp_auth_switched_off AND NOT (old.primary_email_proven_by_email_alone AND (old.has_password OR old.passkey_auth_enabled OR old.oauth_providers <> '[]')))))),
    login_methods = json_patch(login_methods, json_object(
      'password', nullif(coalesce(login_methods ->> 'password', 0) + new.has_password - old.has_password, 0),
      'otp', nullif(coalesce(login_methods ->> 'otp', 0) + new.otp_auth_enabled - old.otp_auth_enabled, 0),
      'passkey', nullif(coalesce(login_methods ->> 'passkey', 0) + new.passkey_auth_enabled - old.passkey_auth_enabled, 0)
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
UPDATE users SET primary_email_proven_by_email_alone = 1 WHERE EXISTS (
  SELECT 1 FROM contact_channels WHERE project_id = users.project_id AND user_id = users.id AND is_primary = 1 AND is_proven_by_mail_alone = 1
);
