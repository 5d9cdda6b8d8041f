CREATE TABLE `assistant_messages` (
	`project_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`total_bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`project_id`, `thread_id`, `ordinal`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE cascade
);
