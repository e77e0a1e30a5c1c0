CREATE TABLE `participant_chips` (
	`participant_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	`chip` text NOT NULL,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `participant_chips_event` ON `participant_chips` (`event_id`);--> statement-breakpoint
CREATE TABLE `distinct_people` (
	`first_id` integer NOT NULL,
	`second_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`editor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`first_id`, `second_id`),
	FOREIGN KEY (`first_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`second_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "distinct_people_order" CHECK("distinct_people"."first_id" < "distinct_people"."second_id")
);
--> statement-breakpoint
CREATE INDEX `distinct_people_event` ON `distinct_people` (`event_id`);--> statement-breakpoint
ALTER TABLE `bib_run_items` ADD `chip` text;