CREATE TABLE `race_result_contests` (
	`competition_id` integer PRIMARY KEY NOT NULL,
	`rr_contest_id` integer NOT NULL,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `race_result_differences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL,
	`participant_id` integer NOT NULL,
	`field` text NOT NULL,
	`ours` text NOT NULL,
	`theirs` text NOT NULL,
	`winner` text,
	`state` text DEFAULT 'open' NOT NULL,
	`error` text,
	FOREIGN KEY (`run_id`) REFERENCES `race_result_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `race_result_differences_once` ON `race_result_differences` (`run_id`,`participant_id`,`field`);--> statement-breakpoint
CREATE INDEX `race_result_differences_participant` ON `race_result_differences` (`participant_id`);--> statement-breakpoint
CREATE TABLE `race_result_pushes` (
	`participant_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	`state` text NOT NULL,
	`due` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`last_error_at` integer,
	`pid` integer,
	`bib_there` text,
	`asked_after_pid` integer,
	`asked_at` integer,
	`sent_digest` text,
	`aged_by` text,
	`has_save_value` integer DEFAULT false NOT NULL,
	`is_canceled_there` integer DEFAULT false NOT NULL,
	`last_synchro_at` integer,
	`hooked_at` integer,
	`wanted_bib` text,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "race_result_pushes_state" CHECK("race_result_pushes"."state" in ('waiting', 'sent', 'failed', 'dead', 'skipped'))
);
--> statement-breakpoint
CREATE INDEX `race_result_pushes_event` ON `race_result_pushes` (`event_id`,`state`);--> statement-breakpoint
CREATE INDEX `race_result_pushes_due` ON `race_result_pushes` (`event_id`,`next_attempt_at`) WHERE state in ('waiting', 'failed');--> statement-breakpoint
CREATE INDEX `race_result_pushes_any_due` ON `race_result_pushes` (`next_attempt_at`,`event_id`) WHERE state in ('waiting', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX `race_result_pushes_pid` ON `race_result_pushes` (`event_id`,`pid`) WHERE pid is not null;--> statement-breakpoint
CREATE TABLE `race_result_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`missing_there` integer NOT NULL,
	`missing_here` integer NOT NULL,
	`compared` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `race_result_runs_event` ON `race_result_runs` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `race_result_runs_at_work` ON `race_result_runs` (`state`) WHERE state in ('applying', 'undoing');--> statement-breakpoint
CREATE TABLE `race_result_settings` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`rr_id` text,
	`new_bib_url` text,
	`save_fields_url` text,
	`save_value_url` text,
	`reassign_age_groups_url` text,
	`change_link_url` text,
	`list_url` text,
	`save_value_field` text DEFAULT 'PaidEntryFee' NOT NULL,
	`save_value_text` text,
	`team_field` text,
	`nation_format` text DEFAULT 'ioc' NOT NULL,
	`use_participant_id_as_bib` integer DEFAULT false NOT NULL,
	`sync_stop_date` integer,
	`webhook_identifier` text,
	`webhook_fields` text DEFAULT '[]' NOT NULL,
	`lease_token` text,
	`leased_until` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `race_result_settings_webhook` ON `race_result_settings` (`webhook_identifier`);--> statement-breakpoint
CREATE TABLE `race_result_turns` (
	`address` text PRIMARY KEY NOT NULL,
	`next_call_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL
);
