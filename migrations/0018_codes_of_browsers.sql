ALTER TABLE `login_codes` ADD `browser_hash` text;--> statement-breakpoint
ALTER TABLE `login_codes` ADD `open_attempts` integer DEFAULT 0;--> statement-breakpoint
ALTER TABLE `login_codes` ADD `is_long` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `sessions_visit` ON `sessions` (`visit_id`);