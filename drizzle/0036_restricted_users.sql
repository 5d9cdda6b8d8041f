ALTER TABLE `users` ADD `restricted_by_admin` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `restricted_by_admin_reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `restricted_by_admin_private_details` text;--> statement-breakpoint
ALTER TABLE `users` ADD `country_code` text;--> statement-breakpoint
ALTER TABLE `users` ADD `risk_scores` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_verification` ON `users` (`project_id`,`primary_email_verified`,`ordinal`) WHERE is_anonymous = 0 and restricted_by_admin = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `users_restricted_by_admin` ON `users` (`project_id`,`ordinal`) WHERE restricted_by_admin = 1;
--> statement-breakpoint
DROP TRIGGER internal_new_users_are_short;
--> statement-breakpoint
CREATE TRIGGER internal_new_users_are_short BEFORE INSERT ON users
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.restricted_by_admin_reason, new.restricted_by_admin_private_details, new.country_code, new.risk_scores
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
DROP TRIGGER internal_changed_users_are_short;
--> statement-breakpoint
CREATE TRIGGER internal_changed_users_are_short BEFORE UPDATE OF
  display_name, client_metadata, client_read_only_metadata, server_metadata, restricted_by_admin_reason, restricted_by_admin_private_details, country_code, risk_scores
ON users
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.restricted_by_admin_reason, new.restricted_by_admin_private_details, new.country_code, new.risk_scores
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_new_users;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_users AFTER INSERT ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, user_bytes = user_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.display_name, new.search_name, new.profile_image_url, new.selected_team_id,
      new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.restricted_by_admin_reason, new.restricted_by_admin_private_details, new.country_code, new.risk_scores, new.primary_email, new.oauth_providers,
      new.last_country, new.restriction_reason
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_changed_users;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_users AFTER UPDATE OF
  id, display_name, search_name, profile_image_url, selected_team_id, client_metadata, client_read_only_metadata,
  server_metadata, restricted_by_admin_reason, restricted_by_admin_private_details, country_code, risk_scores, primary_email, oauth_providers, last_country, restriction_reason
ON users
WHEN octet_length(concat(
  new.id, new.display_name, new.search_name, new.profile_image_url, new.selected_team_id, new.client_metadata,
  new.client_read_only_metadata, new.server_metadata, new.restricted_by_admin_reason, new.restricted_by_admin_private_details, new.country_code, new.risk_scores, new.primary_email, new.oauth_providers, new.last_country,
  new.restriction_reason
)) <> octet_length(concat(
  old.id, old.display_name, old.search_name, old.profile_image_url, old.selected_team_id, old.client_metadata,
  old.client_read_only_metadata, old.server_metadata, old.restricted_by_admin_reason, old.restricted_by_admin_private_details, old.country_code, old.risk_scores, old.primary_email, old.oauth_providers, old.last_country,
  old.restriction_reason
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET user_bytes = user_bytes
    + octet_length(concat(
      new.id, new.display_name, new.search_name, new.profile_image_url, new.selected_team_id, new.client_metadata,
      new.client_read_only_metadata, new.server_metadata, new.restricted_by_admin_reason, new.restricted_by_admin_private_details, new.country_code, new.risk_scores, new.primary_email, new.oauth_providers, new.last_country,
      new.restriction_reason
    ))
    - octet_length(concat(
      old.id, old.display_name, old.search_name, old.profile_image_url, old.selected_team_id, old.client_metadata,
      old.client_read_only_metadata, old.server_metadata, old.restricted_by_admin_reason, old.restricted_by_admin_private_details, old.country_code, old.risk_scores, old.primary_email, old.oauth_providers, old.last_country,
      old.restriction_reason
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND octet_length(concat(
      new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata, new.server_metadata, new.restricted_by_admin_reason, new.restricted_by_admin_private_details, new.country_code, new.risk_scores
    )) > octet_length(concat(
      old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata, old.server_metadata, old.restricted_by_admin_reason, old.restricted_by_admin_private_details, old.country_code, old.risk_scores
    ))
    AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
DROP TRIGGER storage_follows_deleted_users;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_users AFTER DELETE ON users
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, user_bytes = user_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.display_name, old.search_name, old.profile_image_url, old.selected_team_id,
      old.client_metadata, old.client_read_only_metadata, old.server_metadata, old.restricted_by_admin_reason, old.restricted_by_admin_private_details, old.country_code, old.risk_scores, old.primary_email, old.oauth_providers,
      old.last_country, old.restriction_reason
    ))
  WHERE project_id = old.project_id;
END;
