CREATE TABLE `race_result_fetches` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`next_at` integer,
	`quiet` integer DEFAULT 0 NOT NULL,
	`fetched_at` integer,
	`made` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`unknown` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `race_result_fetches_due` ON `race_result_fetches` (`next_at`) WHERE next_at is not null;--> statement-breakpoint
ALTER TABLE `race_result_settings` ADD `result_time_field` text;--> statement-breakpoint
ALTER TABLE `race_result_settings` ADD `result_splits` text;--> statement-breakpoint
ALTER TABLE `race_result_settings` ADD `fetches_results` integer DEFAULT false NOT NULL;