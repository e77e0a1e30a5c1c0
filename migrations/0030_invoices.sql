CREATE TABLE `invoice_backlogs` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`last_order_id` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invoice_backlogs_waiting` ON `invoice_backlogs` (`event_id`) WHERE is_on = 1 and finished_at is null;--> statement-breakpoint
CREATE TABLE `invoice_files` (
	`invoice_id` integer PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoice_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organizer_id` integer,
	`prefix` text NOT NULL,
	`suffix` text DEFAULT '' NOT NULL,
	`last` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_series_organizer` ON `invoice_series` (`organizer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_series_platform` ON `invoice_series` ((1)) WHERE organizer_id is null;--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`series_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`number` text NOT NULL,
	`kind` text NOT NULL,
	`seller_kind` text NOT NULL,
	`organizer_id` integer NOT NULL,
	`event_id` integer,
	`order_id` integer,
	`settlement_id` integer,
	`refers_to_id` integer,
	`occasion` text NOT NULL,
	`total_cents` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`data` text NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `invoice_series`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refers_to_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_kind" CHECK("invoices"."kind" in ('invoice', 'creditNote', 'correction')),
	CONSTRAINT "invoices_sequence_positive" CHECK("invoices"."sequence" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_sequence` ON `invoices` (`series_id`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`series_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_occasion` ON `invoices` (`occasion`);--> statement-breakpoint
CREATE INDEX `invoices_order` ON `invoices` (`order_id`,`id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_organizer` ON `invoices` (`organizer_id`,`seller_kind`,`issued_at`);--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`seller_kind`,`issued_at`);--> statement-breakpoint
CREATE INDEX `invoices_settlement` ON `invoices` (`settlement_id`) WHERE settlement_id is not null;--> statement-breakpoint
ALTER TABLE `organizers` ADD `tax_number` text;--> statement-breakpoint
ALTER TABLE `organizers` ADD `tax_exemption` text;