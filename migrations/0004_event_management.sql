CREATE TABLE `pictures` (
	`event_id` integer NOT NULL,
	`name` text NOT NULL,
	`small` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `name`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pictures_name` ON `pictures` (`name`);--> statement-breakpoint
CREATE INDEX `pictures_small` ON `pictures` (`small`);--> statement-breakpoint
ALTER TABLE `articles` ADD `sold_by_startblock` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `white_label` text;--> statement-breakpoint
ALTER TABLE `events` ADD `accent_color` text;--> statement-breakpoint
ALTER TABLE `events` ADD `google_analytics_tracking_codes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `facebook_pixels` text DEFAULT '[]' NOT NULL;