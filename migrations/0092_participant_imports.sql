CREATE TABLE `participant_import_columns` (
	`event_id` integer NOT NULL,
	`owner` text NOT NULL,
	`fingerprint` text NOT NULL,
	`fields` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `owner`, `fingerprint`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `participant_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`is_own` integer DEFAULT false NOT NULL,
	`file_name` text NOT NULL,
	`heads` text NOT NULL,
	`file_rows` text NOT NULL,
	`fields` text NOT NULL,
	`lines` text NOT NULL,
	`teams` text NOT NULL,
	`total_cents` integer,
	`items` text NOT NULL,
	`refusal` text,
	`created_at` integer NOT NULL,
	`order_id` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "participant_imports_total" CHECK("participant_imports"."total_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `participant_imports_event` ON `participant_imports` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `participant_imports_user` ON `participant_imports` (`user_id`);--> statement-breakpoint
CREATE INDEX `participant_imports_age` ON `participant_imports` (`created_at`);--> statement-breakpoint
CREATE INDEX `participant_imports_order` ON `participant_imports` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `group_registration` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `tickets_withheld` integer DEFAULT false NOT NULL;