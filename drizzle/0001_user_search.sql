-- The full-text index of users, which drizzle-kit cannot express. Its tokens name the project, so that a search never
-- meets another project's users; its row ids are the users' ordinals, so that a search pages in the order of sign-up.
CREATE VIRTUAL TABLE user_search USING fts5(tokens, content='', contentless_delete=1, tokenize='ascii');
--> statement-breakpoint
CREATE TRIGGER user_search_forgets_deleted_users AFTER DELETE ON users BEGIN
  DELETE FROM user_search WHERE rowid = old.ordinal;
END;
