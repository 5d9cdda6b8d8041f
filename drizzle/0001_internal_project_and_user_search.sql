-- The project whose users own all others. What it is configured with comes from the code and the Worker's settings.
INSERT INTO `projects` (`project_id`, `display_name`, `description`, `created_at`)
VALUES ('internal', 'Gatehouse', 'The dashboard''s own sign-in', 1763683200000);
--> statement-breakpoint
-- The search index of users. Its rows hold tokens that already name the project, so a search never meets another
-- project's users; its row ids are the users' ordinals, so that a search pages in the order of sign-up.
CREATE VIRTUAL TABLE `user_search` USING fts5(`tokens`, content='', contentless_delete=1, tokenize='ascii');
--> statement-breakpoint
CREATE TRIGGER `user_search_forgets_deleted_users` AFTER DELETE ON `users` BEGIN
  DELETE FROM `user_search` WHERE rowid = old.ordinal;
END;
