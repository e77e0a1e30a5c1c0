CREATE TABLE `kept_variants` (
	`variant_id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	FOREIGN KEY (`variant_id`) REFERENCES `article_variants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kept_variants_event` ON `kept_variants` (`event_id`);--> statement-breakpoint
CREATE TABLE `unpaid_additions` (
	`participant_article_id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`participant_article_id`) REFERENCES `participant_articles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `unpaid_additions_order` ON `unpaid_additions` (`order_id`);--> statement-breakpoint
CREATE INDEX `unpaid_additions_due` ON `unpaid_additions` (`due_at`);--> statement-breakpoint
DROP INDEX `waitlist_entries_once`;--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `variant_id` integer;--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `participant_id` integer;--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `order_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_once_of_variant` ON `waitlist_entries` (`variant_id`,`participant_id`) WHERE variant_id is not null and state in ('asked', 'waiting', 'offered');--> statement-breakpoint
CREATE INDEX `waitlist_entries_of_order` ON `waitlist_entries` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_once` ON `waitlist_entries` (`competition_id`,`email`) WHERE price_id is null and variant_id is null and state in ('asked', 'waiting', 'offered');--> statement-breakpoint
ALTER TABLE `articles` ADD `has_waitlist` integer DEFAULT false NOT NULL;