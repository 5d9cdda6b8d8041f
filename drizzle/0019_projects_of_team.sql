DROP INDEX `projects_by_owner_team`;--> statement-breakpoint
CREATE INDEX `projects_of_team` ON `projects` (`owner_team_id`,`created_at`,`project_id`);