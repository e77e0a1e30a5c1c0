CREATE TABLE `gate_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`gate` text NOT NULL,
	`may_hand_out` integer DEFAULT false NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`secret_hash` text,
	`opened_at` integer,
	`last_seen_at` integer,
	`held` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	`ended_by` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gate_devices_opened" CHECK(("gate_devices"."secret_hash" is null) = ("gate_devices"."opened_at" is null))
);
--> statement-breakpoint
CREATE INDEX `gate_devices_event` ON `gate_devices` (`event_id`,`id`);--> statement-breakpoint
CREATE TABLE `hand_outs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`participant_id` integer NOT NULL,
	`device` text NOT NULL,
	`device_id` integer,
	`handed_out_by` integer,
	`handed_out_at` integer NOT NULL,
	`counts` integer NOT NULL,
	`believed` integer NOT NULL,
	`taken_back_at` integer,
	`taken_back_by` integer,
	`taken_back_device_id` integer,
	`conflict_seen_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`device_id`) REFERENCES `gate_devices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`taken_back_device_id`) REFERENCES `gate_devices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hand_outs_same` ON `hand_outs` (`participant_id`,`device`,`handed_out_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `hand_outs_counts_once` ON `hand_outs` (`participant_id`) WHERE counts = 1;--> statement-breakpoint
CREATE INDEX `hand_outs_event` ON `hand_outs` (`event_id`);--> statement-breakpoint
CREATE INDEX `hand_outs_second` ON `hand_outs` (`event_id`) WHERE counts = 0 and taken_back_at is null and conflict_seen_at is null;--> statement-breakpoint
CREATE TABLE `turned_away` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`reason` text NOT NULL,
	`participant_id` integer,
	`device` text NOT NULL,
	`device_id` integer,
	`scanned_by` integer,
	`scanned_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`device_id`) REFERENCES `gate_devices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turned_away_same` ON `turned_away` (`event_id`,`device`,`scanned_at`);--> statement-breakpoint
CREATE INDEX `turned_away_participant` ON `turned_away` (`participant_id`) WHERE participant_id is not null;--> statement-breakpoint
ALTER TABLE `scans` ADD `device_id` integer REFERENCES gate_devices(id);--> statement-breakpoint
ALTER TABLE `scans` ADD `taken_back_at` integer;--> statement-breakpoint
ALTER TABLE `scans` ADD `taken_back_by` integer REFERENCES users(id);