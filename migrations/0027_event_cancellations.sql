CREATE TABLE `event_cancellations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`started_by` integer NOT NULL,
	`refund_mode` text NOT NULL,
	`message` text,
	`order_count` integer NOT NULL,
	`last_order_id` integer DEFAULT 0 NOT NULL,
	`canceled_count` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer NOT NULL,
	`mail_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_cancellations_running` ON `event_cancellations` (`event_id`) WHERE "event_cancellations"."finished_at" is null;--> statement-breakpoint
CREATE INDEX `event_cancellations_event` ON `event_cancellations` (`event_id`);--> statement-breakpoint
CREATE INDEX `event_cancellations_waiting` ON `event_cancellations` (`finished_at`,`id`);