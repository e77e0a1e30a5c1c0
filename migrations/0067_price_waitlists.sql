CREATE TABLE `kept_prices` (
	`price_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	FOREIGN KEY (`price_id`) REFERENCES `competition_prices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kept_prices_event` ON `kept_prices` (`event_id`);--> statement-breakpoint
DROP INDEX `waitlist_entries_once`;--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `price_id` integer;--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `offer_price_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_once_at_price` ON `waitlist_entries` (`price_id`,`email`) WHERE price_id is not null and state in ('asked', 'waiting', 'offered');--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_once` ON `waitlist_entries` (`competition_id`,`email`) WHERE price_id is null and state in ('asked', 'waiting', 'offered');--> statement-breakpoint
ALTER TABLE `competition_prices` ADD `has_waitlist` integer DEFAULT false NOT NULL;