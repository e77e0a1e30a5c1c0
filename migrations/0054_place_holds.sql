CREATE TABLE `place_holds` (
	`visit_id` text NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`price_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`visit_id`, `event_id`, `competition_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`price_id`) REFERENCES `competition_prices`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "place_holds_quantity" CHECK("place_holds"."quantity" >= 0)
);
--> statement-breakpoint
CREATE INDEX `place_holds_event` ON `place_holds` (`event_id`,`until`,`competition_id`,`price_id`,`visit_id`,`quantity`);--> statement-breakpoint
CREATE INDEX `place_holds_until` ON `place_holds` (`until`);--> statement-breakpoint
CREATE INDEX `place_holds_competition` ON `place_holds` (`competition_id`);--> statement-breakpoint
CREATE INDEX `place_holds_price` ON `place_holds` (`price_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `place_hold_minutes` integer;