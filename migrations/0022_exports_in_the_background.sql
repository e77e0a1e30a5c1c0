CREATE TABLE `exports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`event_id` integer,
	`from_date` text,
	`to_date` text,
	`format` text NOT NULL,
	`language` text NOT NULL,
	`creator_id` integer NOT NULL,
	`status` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`leased_until` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`file_name` text,
	`problem` text,
	`mail_to` text,
	`mail_at` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "exports_status" CHECK("exports"."status" in ('waiting', 'running', 'done', 'failed')),
	CONSTRAINT "exports_progress" CHECK("exports"."progress" between 0 and 100)
);
--> statement-breakpoint
CREATE INDEX `exports_event` ON `exports` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `exports_open` ON `exports` (`id`) WHERE status in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX `exports_mail` ON `exports` (`mail_at`) WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX `exports_end` ON `exports` (`ends_at`);