CREATE TABLE `courses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer,
	`title` text DEFAULT '' NOT NULL,
	`visible` integer DEFAULT false NOT NULL,
	`gpx_download` integer DEFAULT false NOT NULL,
	`distance_metres` integer NOT NULL,
	`ascent_metres` integer,
	`descent_metres` integer,
	`lowest_metres` integer,
	`highest_metres` integer,
	`drawing` text NOT NULL,
	`track` text NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `courses_event` ON `courses` (`event_id`);--> statement-breakpoint
CREATE INDEX `courses_competition` ON `courses` (`competition_id`);--> statement-breakpoint
CREATE TABLE `event_contents` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`schedule` text DEFAULT '[]' NOT NULL,
	`included` text DEFAULT '[]' NOT NULL,
	`faqs` text DEFAULT '[]' NOT NULL,
	`host` text NOT NULL,
	`sold_out_text` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
