CREATE TABLE `lots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lottery_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`user_id` integer,
	`email` text NOT NULL,
	`language` text NOT NULL,
	`places` integer NOT NULL,
	`state` text NOT NULL,
	`number` integer,
	`rank` integer,
	`entry_id` integer,
	`asked_at` integer NOT NULL,
	`entered_at` integer,
	`ended_at` integer,
	`told_draws_at` integer NOT NULL,
	`told_at` integer,
	FOREIGN KEY (`lottery_id`) REFERENCES `lotteries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `waitlist_entries`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "lots_places" CHECK("lots"."places" between 1 and 100),
	CONSTRAINT "lots_proof" CHECK(("lots"."state" = 'asked') = ("lots"."number" is null)),
	CONSTRAINT "lots_rank_drawn" CHECK(("lots"."state" = 'drawn') = ("lots"."rank" is not null)),
	CONSTRAINT "lots_end" CHECK(("lots"."ended_at" is null) = ("lots"."state" in ('asked', 'in')))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lots_once` ON `lots` (`lottery_id`,`email`) WHERE state in ('asked', 'in');--> statement-breakpoint
CREATE UNIQUE INDEX `lots_number` ON `lots` (`lottery_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `lots_rank` ON `lots` (`lottery_id`,`rank`);--> statement-breakpoint
CREATE INDEX `lots_event` ON `lots` (`event_id`,`state`);--> statement-breakpoint
CREATE INDEX `lots_email` ON `lots` (`email`);--> statement-breakpoint
CREATE INDEX `lots_user` ON `lots` (`user_id`);--> statement-breakpoint
CREATE INDEX `lots_entry` ON `lots` (`entry_id`);--> statement-breakpoint
CREATE INDEX `lots_moved` ON `lots` (`lottery_id`,`told_draws_at`) WHERE state = 'in';--> statement-breakpoint
CREATE INDEX `lots_untold` ON `lots` (`id`) WHERE told_at is null and state in ('drawn', 'closed');--> statement-breakpoint
CREATE INDEX `lots_unproven` ON `lots` (`asked_at`) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX `lots_ended` ON `lots` (`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
CREATE TABLE `lotteries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`enters_from` integer NOT NULL,
	`draws_at` integer NOT NULL,
	`most_places` integer NOT NULL,
	`editor_id` integer NOT NULL,
	`seed` text NOT NULL,
	`seed_hash` text NOT NULL,
	`last_number` integer DEFAULT 0 NOT NULL,
	`drawn_at` integer,
	`ranking` text,
	`called_off_at` integer,
	`called_off` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lotteries_times" CHECK("lotteries"."enters_from" < "lotteries"."draws_at"),
	CONSTRAINT "lotteries_places" CHECK("lotteries"."most_places" between 1 and 100),
	CONSTRAINT "lotteries_end" CHECK("lotteries"."drawn_at" is null or "lotteries"."called_off_at" is null),
	CONSTRAINT "lotteries_ranking" CHECK(("lotteries"."drawn_at" is null) = ("lotteries"."ranking" is null)),
	CONSTRAINT "lotteries_reason" CHECK(("lotteries"."called_off_at" is null) = ("lotteries"."called_off" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lotteries_once` ON `lotteries` (`competition_id`) WHERE drawn_at is null and called_off_at is null;--> statement-breakpoint
CREATE INDEX `lotteries_event` ON `lotteries` (`event_id`);--> statement-breakpoint
CREATE INDEX `lotteries_competition` ON `lotteries` (`competition_id`);--> statement-breakpoint
CREATE INDEX `lotteries_live` ON `lotteries` (`event_id`) WHERE drawn_at is null and called_off_at is null;--> statement-breakpoint
ALTER TABLE `kept_competitions` ADD `for_draw` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `drawn_rank` integer;