INSERT INTO storage_quota (id, max_bytes, configured_bytes, max_rows) VALUES (1, 1073741824, 1073741824, 2000000);
--> statement-breakpoint
-- The users of this project own all others. Its configuration comes from the code and the Worker's settings.
INSERT INTO projects (project_id, display_name, description, created_at)
VALUES ('internal', 'Gatehouse', 'The dashboard''s own sign-in', 1763683200000);
--> statement-breakpoint
-- The owners of all other projects and their images are stored in it, so that it has no quota.
UPDATE project_storage SET max_bytes = 9007199254740991, max_rows = 9007199254740991 WHERE project_id = 'internal';
--> statement-breakpoint
INSERT INTO image_storage (project_id, max_bytes) VALUES ('internal', 9007199254740991);
