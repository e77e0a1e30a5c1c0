CREATE TABLE `place_takeovers` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`participant_id` integer NOT NULL,
	`from_order_id` integer NOT NULL,
	`person` text,
	`ticket_cents` integer NOT NULL,
	`keeps_all` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`refunded_cents` integer,
	`passed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `place_takeovers_participant` ON `place_takeovers` (`participant_id`);--> statement-breakpoint
CREATE INDEX `place_takeovers_from` ON `place_takeovers` (`from_order_id`);--> statement-breakpoint
CREATE TABLE `transfer_settings` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`until` integer,
	`fee_cents` integer NOT NULL,
	`price_rule` text NOT NULL,
	`refund_rule` text NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "transfer_settings_fee" CHECK("transfer_settings"."fee_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`participant_id` integer NOT NULL,
	`from_order_id` integer NOT NULL,
	`new_order_id` integer,
	`state` text NOT NULL,
	`held_by` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`new_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_open_once` ON `transfers` (`participant_id`) WHERE state in ('waiting', 'offered', 'ordered');--> statement-breakpoint
CREATE INDEX `transfers_event` ON `transfers` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `transfers_from` ON `transfers` (`from_order_id`);--> statement-breakpoint
CREATE INDEX `transfers_new` ON `transfers` (`new_order_id`) WHERE new_order_id is not null;--> statement-breakpoint
CREATE INDEX `transfers_due` ON `transfers` (`until`) WHERE state in ('waiting', 'offered');--> statement-breakpoint
ALTER TABLE `orders` ADD `takes_place_of` integer;--> statement-breakpoint
-- Somebody's place went to another order: the one before is found by them no more.
CREATE TRIGGER order_search_left AFTER UPDATE OF order_id ON participants WHEN new.order_id <> old.order_id
BEGIN
  DELETE FROM order_search WHERE rowid = old.order_id;
  INSERT INTO order_search (rowid, words, codes, mails, event) SELECT id, words, codes, mails, event FROM order_search_rows
    WHERE order_id = old.order_id AND participant_id IS NULL;
END;
