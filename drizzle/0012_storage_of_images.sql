-- Images are in KV. The first database counts them, whichever database their project is in, against a quota of their
-- own, which a tight database does not lower.

CREATE TRIGGER image_storage_follows_new_uses AFTER INSERT ON image_uses BEGIN
  INSERT INTO image_storage (project_id, bytes) VALUES (new.project_id, new.bytes + 400)
    ON CONFLICT (project_id) DO UPDATE SET bytes = bytes + excluded.bytes;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM image_storage
  WHERE project_id = new.project_id
    AND bytes > coalesce(max_bytes, (SELECT configured_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER image_storage_follows_changed_uses AFTER UPDATE OF bytes ON image_uses WHEN new.bytes <> old.bytes BEGIN
  UPDATE image_storage SET bytes = bytes + new.bytes - old.bytes WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM image_storage
  WHERE project_id = new.project_id
    AND new.bytes > old.bytes AND bytes > coalesce(max_bytes, (SELECT configured_bytes FROM storage_quota));
END;
--> statement-breakpoint
CREATE TRIGGER image_storage_follows_deleted_uses AFTER DELETE ON image_uses BEGIN
  UPDATE image_storage SET bytes = bytes - old.bytes - 400 WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER holders_end_with_the_use AFTER DELETE ON image_uses WHEN old.kind = 'profile' BEGIN
  DELETE FROM image_holders WHERE project_id = old.project_id AND file_name = old.file_name;
END;
--> statement-breakpoint
-- A user has eight megabytes of images, so that a stranger with one account does not stop those of a project. Nothing
-- else bounds the internal project.
CREATE TRIGGER images_of_a_user_end AFTER INSERT ON image_holders WHEN new.set_by IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') WHERE 8388608 < (
    SELECT sum(bytes) FROM (
      SELECT max(bytes) + 400 AS bytes FROM image_holders
      WHERE project_id = new.project_id AND set_by = new.set_by
      GROUP BY file_name
    )
  );
END;
