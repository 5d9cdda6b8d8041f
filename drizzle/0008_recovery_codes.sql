CREATE TABLE `recovery_codes` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`, `code_hash`),
	FOREIGN KEY (`project_id`,`user_id`) REFERENCES `users`(`project_id`,`id`) ON UPDATE no action ON DELETE cascade
);
