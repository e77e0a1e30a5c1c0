CREATE TABLE `participant_waves` (
	`participant_id` integer PRIMARY KEY NOT NULL,
	`wave_id` integer NOT NULL,
	`is_by_hand` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wave_id`) REFERENCES `start_waves`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `participant_waves_wave` ON `participant_waves` (`wave_id`);--> statement-breakpoint
CREATE TABLE `start_waves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`title` text NOT NULL,
	`starts_at` integer NOT NULL,
	`size` integer NOT NULL,
	`locks_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "start_waves_size" CHECK("start_waves"."size" > 0)
);
--> statement-breakpoint
CREATE INDEX `start_waves_event` ON `start_waves` (`event_id`);--> statement-breakpoint
CREATE INDEX `start_waves_competition` ON `start_waves` (`competition_id`,`starts_at`);