-- Triggers count users, so that no way to change one passes the counts by. Those of a project that arrives from another
-- database are copied with it. `json_patch` removes a key that reaches zero, as RFC 7396 does with null. A decrement is
-- a plain update, as the counts of a deleted project may be gone before its users.

CREATE TRIGGER user_counts_follow_new_users AFTER INSERT ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  INSERT INTO user_counts (project_id) VALUES (new.project_id) ON CONFLICT DO NOTHING;
  UPDATE user_counts SET
    users = users + 1,
    anonymous_users = anonymous_users + new.is_anonymous,
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
-- The user leaves all counts but those of the days on which they were active: that remains true.
CREATE TRIGGER user_counts_follow_deleted_users AFTER DELETE ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE user_counts SET
    users = users - 1,
    anonymous_users = anonymous_users - old.is_anonymous,
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
-- An anonymous user who signs up also counts as such on the latest day on which they were active.
CREATE TRIGGER user_counts_follow_upgrades AFTER UPDATE OF is_anonymous ON users
WHEN new.is_anonymous <> old.is_anonymous
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE user_counts SET anonymous_users = anonymous_users + new.is_anonymous - old.is_anonymous
  WHERE project_id = new.project_id;
  UPDATE daily_user_counts SET anonymous_sign_ups = anonymous_sign_ups + new.is_anonymous - old.is_anonymous
  WHERE project_id = new.project_id AND day = new.signed_up_at / 86400000;
  UPDATE daily_user_counts SET active_anonymous_users = active_anonymous_users + new.is_anonymous - old.is_anonymous
  WHERE project_id = new.project_id AND day = old.last_active_day;
END;
--> statement-breakpoint
CREATE TRIGGER user_counts_follow_countries AFTER UPDATE OF last_country, is_anonymous ON users
WHEN (new.last_country IS NOT old.last_country OR new.is_anonymous <> old.is_anonymous)
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE user_counts SET
    countries = json_patch(countries, json_object(
      old.last_country, nullif(coalesce(countries ->> old.last_country, 0) - 1, 0)
    )),
    anonymous_countries = json_patch(anonymous_countries, json_object(
      old.last_country, nullif(coalesce(anonymous_countries ->> old.last_country, 0) - old.is_anonymous, 0)
    ))
  WHERE project_id = new.project_id AND old.last_country IS NOT NULL;
  UPDATE user_counts SET
    countries = json_patch(countries, json_object(
      new.last_country, coalesce(countries ->> new.last_country, 0) + 1
    )),
    anonymous_countries = json_patch(anonymous_countries, json_object(
      new.last_country, nullif(coalesce(anonymous_countries ->> new.last_country, 0) + new.is_anonymous, 0)
    ))
  WHERE project_id = new.project_id AND new.last_country IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER user_counts_follow_methods AFTER UPDATE OF has_password, otp_auth_enabled, passkey_auth_enabled ON users
WHEN (new.has_password <> old.has_password OR new.otp_auth_enabled <> old.otp_auth_enabled
  OR new.passkey_auth_enabled <> old.passkey_auth_enabled)
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE user_counts SET login_methods = json_patch(login_methods, json_object(
    'password', nullif(coalesce(login_methods ->> 'password', 0) + new.has_password - old.has_password, 0),
    'otp', nullif(coalesce(login_methods ->> 'otp', 0) + new.otp_auth_enabled - old.otp_auth_enabled, 0),
    'passkey', nullif(coalesce(login_methods ->> 'passkey', 0) + new.passkey_auth_enabled - old.passkey_auth_enabled, 0)
  )) WHERE project_id = new.project_id;
END;
--> statement-breakpoint
-- The first activity of a user on a day counts, once a day, without a row for each user and day.
CREATE TRIGGER user_counts_follow_activity AFTER UPDATE OF last_active_day ON users
WHEN new.last_active_day <> coalesce(old.last_active_day, -1)
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  INSERT INTO daily_user_counts (project_id, day, active_users, active_anonymous_users)
  VALUES (new.project_id, new.last_active_day, 1, new.is_anonymous)
  ON CONFLICT DO UPDATE SET
    active_users = active_users + 1,
    active_anonymous_users = active_anonymous_users + excluded.active_anonymous_users;
END;
--> statement-breakpoint
-- A provider's id may begin with `$`, which the operator `->>` would take for a path.
CREATE TRIGGER user_counts_follow_new_links AFTER INSERT ON oauth_links
WHEN new.allow_sign_in AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE user_counts SET login_methods = json_patch(login_methods, json_object(lower(new.provider_config_id),
    coalesce(login_methods ->> ('$."' || lower(new.provider_config_id) || '"'), 0) + 1
  )) WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER user_counts_follow_links AFTER UPDATE OF allow_sign_in ON oauth_links
WHEN new.allow_sign_in <> old.allow_sign_in
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE user_counts SET login_methods = json_patch(login_methods, json_object(lower(new.provider_config_id), nullif(
    coalesce(login_methods ->> ('$."' || lower(new.provider_config_id) || '"'), 0)
      + new.allow_sign_in - old.allow_sign_in,
    0
  ))) WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER user_counts_follow_deleted_links AFTER DELETE ON oauth_links
WHEN old.allow_sign_in AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE user_counts SET login_methods = json_patch(login_methods, json_object(lower(old.provider_config_id),
    nullif(coalesce(login_methods ->> ('$."' || lower(old.provider_config_id) || '"'), 0) - 1, 0)
  )) WHERE project_id = old.project_id;
END;
