CREATE TABLE `public_names` (
	`participant_id` integer PRIMARY KEY NOT NULL,
	`is_shown` integer NOT NULL,
	`said_by` text NOT NULL,
	`said_at` integer NOT NULL,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `result_changes` (
	`import_id` integer NOT NULL,
	`result_id` integer NOT NULL,
	`before` text,
	`after` text NOT NULL,
	PRIMARY KEY(`import_id`, `result_id`),
	FOREIGN KEY (`import_id`) REFERENCES `result_imports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `result_changes_result` ON `result_changes` (`result_id`);--> statement-breakpoint
CREATE TABLE `result_competitions` (
	`competition_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	`published_at` integer,
	`class_preset` text NOT NULL,
	`own_classes` text DEFAULT '' NOT NULL,
	`teams_by` text NOT NULL,
	`team_size` integer NOT NULL,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `result_competitions_event` ON `result_competitions` (`event_id`);--> statement-breakpoint
CREATE TABLE `result_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`source` text NOT NULL,
	`file_name` text DEFAULT '' NOT NULL,
	`editor_id` integer,
	`created_at` integer NOT NULL,
	`made` integer NOT NULL,
	`changed` integer NOT NULL,
	`undone_at` integer,
	`undone_by` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `result_imports_event` ON `result_imports` (`event_id`,`id`);--> statement-breakpoint
CREATE TABLE `result_settings` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`shows_start_list` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `results` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`participant_id` integer,
	`key` text NOT NULL,
	`bib` text,
	`name` text,
	`birth_year` integer,
	`gender` text,
	`club` text,
	`nation` text,
	`time_ms` integer,
	`status` text NOT NULL,
	`splits` text NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "results_status" CHECK("results"."status" in ('finished', 'dnf', 'dns', 'dsq')),
	CONSTRAINT "results_time" CHECK("results"."time_ms" > 0),
	CONSTRAINT "results_finished" CHECK("results"."status" <> 'finished' or "results"."time_ms" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `results_key` ON `results` (`competition_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `results_participant` ON `results` (`participant_id`) WHERE participant_id is not null;--> statement-breakpoint
CREATE INDEX `results_event` ON `results` (`event_id`);