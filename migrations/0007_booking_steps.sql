CREATE TABLE `event_views` (
	`event_id` integer NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`event_id`, `day`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "event_views_count" CHECK("event_views"."count" > 0)
);
--> statement-breakpoint
ALTER TABLE `drafts` ADD `user_id` integer REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`event_id`);