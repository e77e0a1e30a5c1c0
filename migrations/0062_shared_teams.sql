CREATE TABLE `competition_legs` (
	`competition_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	`names` text NOT NULL,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `competition_legs_event` ON `competition_legs` (`event_id`);--> statement-breakpoint
CREATE TABLE `shared_team_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`team_id` integer NOT NULL,
	`position` integer NOT NULL,
	`email` text,
	`told_at` integer,
	`claimed_by` text,
	`claimed_until` integer,
	`participant_id` integer,
	FOREIGN KEY (`team_id`) REFERENCES `shared_teams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `shared_team_places_team` ON `shared_team_places` (`team_id`,`position`);--> statement-breakpoint
CREATE INDEX `shared_team_places_participant` ON `shared_team_places` (`participant_id`) WHERE participant_id is not null;--> statement-breakpoint
CREATE INDEX `shared_team_places_claimed` ON `shared_team_places` (`claimed_by`) WHERE claimed_by is not null;--> statement-breakpoint
CREATE INDEX `shared_team_places_email` ON `shared_team_places` (`email`) WHERE email is not null;--> statement-breakpoint
CREATE TABLE `shared_team_settings` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`most_open` integer NOT NULL,
	`short_rule` text NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shared_team_settings_most" CHECK("shared_team_settings"."most_open" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE `shared_teams` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`user_id` integer,
	`email` text NOT NULL,
	`language` text NOT NULL,
	`captain` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`price_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`pay_by` integer NOT NULL,
	`until` integer NOT NULL,
	`reminded_at` integer,
	`due_at` integer,
	`link_version` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shared_teams_times" CHECK("shared_teams"."pay_by" <= "shared_teams"."until"),
	CONSTRAINT "shared_teams_end" CHECK(("shared_teams"."ended_at" is null) = ("shared_teams"."state" in ('open', 'grace')))
);
--> statement-breakpoint
CREATE INDEX `shared_teams_event` ON `shared_teams` (`event_id`,`state`);--> statement-breakpoint
CREATE INDEX `shared_teams_competition` ON `shared_teams` (`competition_id`);--> statement-breakpoint
CREATE INDEX `shared_teams_user` ON `shared_teams` (`user_id`);--> statement-breakpoint
CREATE INDEX `shared_teams_due` ON `shared_teams` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `shared_teams_ended` ON `shared_teams` (`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
ALTER TABLE `place_holds` ADD `team_id` integer;--> statement-breakpoint
ALTER TABLE `place_holds` ADD `team_name` text;--> statement-breakpoint
ALTER TABLE `events` ADD `team_days` integer;--> statement-breakpoint
ALTER TABLE `teams` ADD `shared_team_id` integer;--> statement-breakpoint
CREATE INDEX `teams_shared` ON `teams` (`shared_team_id`) WHERE shared_team_id is not null;