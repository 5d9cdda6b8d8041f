-- The internal project has no quota, and anyone may sign up there: these triggers bound what a stranger can store.

CREATE TRIGGER internal_new_users_are_short BEFORE INSERT ON users
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
CREATE TRIGGER internal_changed_users_are_short BEFORE UPDATE OF
  display_name, client_metadata, client_read_only_metadata, server_metadata
ON users
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
CREATE TRIGGER internal_new_teams_are_short BEFORE INSERT ON teams
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
CREATE TRIGGER internal_changed_teams_are_short BEFORE UPDATE OF
  display_name, client_metadata, client_read_only_metadata, server_metadata
ON teams
WHEN new.project_id = 'internal' AND octet_length(concat(
  new.display_name, new.client_metadata, new.client_read_only_metadata, new.server_metadata
)) > 8192 BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
--> statement-breakpoint
-- An owner who makes and deletes teams leaves events alone, a thousand a day.
CREATE TRIGGER internal_events_of_an_owner_end BEFORE INSERT ON audit_events
WHEN new.project_id = 'internal' AND new.actor_type = 'user'
  AND NOT (
    new.type GLOB '*.deleted' OR new.type GLOB '*.revoked'
    OR new.type GLOB 'password.*' OR new.type GLOB 'user.signed_*'
  )
  AND EXISTS (
    SELECT 1 FROM audit_events
    WHERE project_id = 'internal' AND actor_id = new.actor_id
      AND id > substr(printf('%012x', new.created_at - 86400000), 1, 8)
        || '-' || substr(printf('%012x', new.created_at - 86400000), 9)
    ORDER BY id LIMIT 1 OFFSET 999
  )
BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full');
END;
