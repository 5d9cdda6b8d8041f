CREATE TRIGGER storage_follows_new_teams AFTER INSERT ON teams
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, team_bytes = team_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.display_name, new.profile_image_url, new.client_metadata,
      new.client_read_only_metadata, new.server_metadata, new.creator_user_id
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_teams AFTER UPDATE OF
  id, display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata, creator_user_id
ON teams
WHEN octet_length(concat(
  new.id, new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata,
  new.server_metadata, new.creator_user_id
)) <> octet_length(concat(
  old.id, old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata,
  old.server_metadata, old.creator_user_id
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET team_bytes = team_bytes
    + octet_length(concat(
      new.id, new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata,
      new.server_metadata, new.creator_user_id
    ))
    - octet_length(concat(
      old.id, old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata,
      old.server_metadata, old.creator_user_id
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND octet_length(concat(
      new.display_name, new.profile_image_url, new.client_metadata, new.client_read_only_metadata, new.server_metadata,
      new.creator_user_id
    )) > octet_length(concat(
      old.display_name, old.profile_image_url, old.client_metadata, old.client_read_only_metadata, old.server_metadata,
      old.creator_user_id
    ))
    AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_teams AFTER DELETE ON teams
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, team_bytes = team_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.display_name, old.profile_image_url, old.client_metadata,
      old.client_read_only_metadata, old.server_metadata, old.creator_user_id
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_team_memberships AFTER INSERT ON team_memberships
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, team_bytes = team_bytes + 400
    + octet_length(concat(new.project_id, new.team_id, new.user_id, new.display_name, new.profile_image_url))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_team_memberships AFTER UPDATE OF
  team_id, user_id, display_name, profile_image_url
ON team_memberships
WHEN octet_length(concat(new.team_id, new.user_id, new.display_name, new.profile_image_url))
  <> octet_length(concat(old.team_id, old.user_id, old.display_name, old.profile_image_url))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET team_bytes = team_bytes
    + octet_length(concat(new.team_id, new.user_id, new.display_name, new.profile_image_url))
    - octet_length(concat(old.team_id, old.user_id, old.display_name, old.profile_image_url))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND octet_length(concat(new.display_name, new.profile_image_url))
      > octet_length(concat(old.display_name, old.profile_image_url))
    AND bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_team_memberships AFTER DELETE ON team_memberships
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, team_bytes = team_bytes - 400
    - octet_length(concat(old.project_id, old.team_id, old.user_id, old.display_name, old.profile_image_url))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_team_permission_grants AFTER INSERT ON team_permission_grants
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, team_bytes = team_bytes + 400
    + octet_length(concat(new.project_id, new.team_id, new.user_id, new.permission_id))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_team_permission_grants AFTER UPDATE OF
  team_id, user_id, permission_id
ON team_permission_grants
WHEN octet_length(concat(new.team_id, new.user_id, new.permission_id))
  <> octet_length(concat(old.team_id, old.user_id, old.permission_id))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET team_bytes = team_bytes
    + octet_length(concat(new.team_id, new.user_id, new.permission_id))
    - octet_length(concat(old.team_id, old.user_id, old.permission_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_team_permission_grants AFTER DELETE ON team_permission_grants
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, team_bytes = team_bytes - 400
    - octet_length(concat(old.project_id, old.team_id, old.user_id, old.permission_id))
  WHERE project_id = old.project_id;
END;
