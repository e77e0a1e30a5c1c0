CREATE TABLE `bib_ranges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`block` integer DEFAULT 0 NOT NULL,
	`gap` integer DEFAULT 0 NOT NULL,
	`reserve` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "bib_ranges_ends" CHECK("bib_ranges"."first" between 1 and "bib_ranges"."last" and "bib_ranges"."last" <= 999999),
	CONSTRAINT "bib_ranges_free" CHECK("bib_ranges"."block" >= 0 and "bib_ranges"."gap" >= 0 and "bib_ranges"."reserve" >= 0),
	CONSTRAINT "bib_ranges_gap" CHECK(("bib_ranges"."block" = 0) = ("bib_ranges"."gap" = 0))
);
--> statement-breakpoint
CREATE INDEX `bib_ranges_event` ON `bib_ranges` (`event_id`,`first`);--> statement-breakpoint
CREATE INDEX `bib_ranges_competition` ON `bib_ranges` (`competition_id`);--> statement-breakpoint
CREATE TABLE `bib_run_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL,
	`position` integer NOT NULL,
	`participant_id` integer,
	`before` text,
	`after` text,
	`outcome` text NOT NULL,
	`state` text NOT NULL,
	`line` integer,
	`said` text,
	FOREIGN KEY (`run_id`) REFERENCES `bib_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bib_run_items_position` ON `bib_run_items` (`run_id`,`position`);--> statement-breakpoint
CREATE INDEX `bib_run_items_participant` ON `bib_run_items` (`participant_id`);--> statement-breakpoint
CREATE INDEX `bib_run_items_open` ON `bib_run_items` (`run_id`,`position`) WHERE state in ('waiting', 'parked');--> statement-breakpoint
CREATE TABLE `bib_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`editor_id` integer NOT NULL,
	`options` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bib_runs_status" CHECK("bib_runs"."status" in ('preview', 'applying', 'done'))
);
--> statement-breakpoint
CREATE INDEX `bib_runs_event` ON `bib_runs` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `bib_runs_end` ON `bib_runs` (`ends_at`) WHERE status = 'preview';--> statement-breakpoint
CREATE UNIQUE INDEX `bib_runs_applying` ON `bib_runs` (`event_id`) WHERE status = 'applying';--> statement-breakpoint
CREATE TABLE `bib_settings` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`assign_on_completion` integer DEFAULT false NOT NULL,
	`layout` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `participants_bib_once` ON `participants` (`event_id`,`rr_bib`) WHERE live = 1 and rr_bib is not null;