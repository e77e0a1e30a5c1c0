CREATE TABLE `discount_competitions` (
	`discount_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	PRIMARY KEY(`discount_id`, `competition_id`),
	FOREIGN KEY (`discount_id`) REFERENCES `discounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discount_competitions_competition` ON `discount_competitions` (`competition_id`);--> statement-breakpoint
CREATE TABLE `discounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`percent_off` integer,
	`amount_off_cents` integer,
	`from_count` integer NOT NULL,
	`child_age` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "discounts_one_of_two" CHECK(("discounts"."percent_off" is null) <> ("discounts"."amount_off_cents" is null)),
	CONSTRAINT "discounts_percent" CHECK("discounts"."percent_off" is null or "discounts"."percent_off" between 1 and 100),
	CONSTRAINT "discounts_amount" CHECK("discounts"."amount_off_cents" is null or "discounts"."amount_off_cents" > 0),
	CONSTRAINT "discounts_count" CHECK("discounts"."from_count" between 1 and 500)
);
--> statement-breakpoint
CREATE INDEX `discounts_event` ON `discounts` (`event_id`);