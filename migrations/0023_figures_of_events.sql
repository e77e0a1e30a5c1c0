CREATE TABLE `event_copies` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`from_id` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`from_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_copies_from` ON `event_copies` (`from_id`);--> statement-breakpoint
CREATE TABLE `event_registrations` (
	`event_id` integer NOT NULL,
	`quarter` integer NOT NULL,
	`paid_people` integer DEFAULT 0 NOT NULL,
	`unpaid_people` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `quarter`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_money_sums` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`payments` integer DEFAULT 0 NOT NULL,
	`received_cents` integer DEFAULT 0 NOT NULL,
	`refunds` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`open_orders` integer DEFAULT 0 NOT NULL,
	`open_cents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `scans` ADD `conflict_seen_at` integer;--> statement-breakpoint
CREATE INDEX `scans_second` ON `scans` (`event_id`) WHERE admitted = 0 and believed = 1 and conflict_seen_at is null;--> statement-breakpoint
ALTER TABLE `event_order_counts` ADD `paid_people` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `event_order_counts` ADD `unpaid_people` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_failed` ON `mails` (`order_id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `orders_open_transfers` ON `orders` (`event_id`,`order_date`) WHERE status = 'pending' and payment_method = 'bank';