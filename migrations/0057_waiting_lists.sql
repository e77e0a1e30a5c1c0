CREATE TABLE `kept_competitions` (
	`competition_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kept_competitions_event` ON `kept_competitions` (`event_id`);--> statement-breakpoint
CREATE TABLE `closed_waitlists` (
	`competition_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `closed_waitlists_event` ON `closed_waitlists` (`event_id`);--> statement-breakpoint
CREATE TABLE `waitlist_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`user_id` integer,
	`email` text NOT NULL,
	`language` text NOT NULL,
	`places` integer NOT NULL,
	`state` text NOT NULL,
	`asked_at` integer NOT NULL,
	`waiting_since` integer,
	`offered_at` integer,
	`offer_until` integer,
	`offers` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waitlist_entries_places" CHECK("waitlist_entries"."places" between 1 and 100),
	CONSTRAINT "waitlist_entries_end" CHECK(("waitlist_entries"."ended_at" is null) = ("waitlist_entries"."state" in ('asked', 'waiting', 'offered'))),
	CONSTRAINT "waitlist_entries_proof" CHECK("waitlist_entries"."state" not in ('waiting', 'offered') or "waitlist_entries"."waiting_since" is not null),
	CONSTRAINT "waitlist_entries_offer" CHECK("waitlist_entries"."state" <> 'offered' or "waitlist_entries"."offer_until" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_once` ON `waitlist_entries` (`competition_id`,`email`) WHERE state in ('asked', 'waiting', 'offered');--> statement-breakpoint
CREATE INDEX `waitlist_entries_event` ON `waitlist_entries` (`event_id`,`state`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_line` ON `waitlist_entries` (`competition_id`,`waiting_since`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `waitlist_entries_live` ON `waitlist_entries` (`state`,`event_id`) WHERE state in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX `waitlist_entries_email` ON `waitlist_entries` (`email`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_user` ON `waitlist_entries` (`user_id`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_unproven` ON `waitlist_entries` (`asked_at`) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX `waitlist_entries_ended` ON `waitlist_entries` (`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
ALTER TABLE `place_holds` ADD `opened_by` text;--> statement-breakpoint
CREATE INDEX `place_holds_opened` ON `place_holds` (`opened_by`) WHERE opened_by is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `offer_hours` integer;