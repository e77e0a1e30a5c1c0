CREATE TABLE `event_viewers` (
	`event_id` integer NOT NULL,
	`day` text NOT NULL,
	`mark` text NOT NULL,
	PRIMARY KEY(`event_id`, `day`, `mark`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `view_salts` (
	`time_zone` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`salt` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sold_areas` (
	`event_id` integer NOT NULL,
	`country_code` text NOT NULL,
	`zip_code` text NOT NULL,
	`people` integer NOT NULL,
	PRIMARY KEY(`event_id`, `country_code`, `zip_code`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sold_articles` (
	`event_id` integer NOT NULL,
	`variant_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	PRIMARY KEY(`event_id`, `variant_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sold_clubs` (
	`event_id` integer NOT NULL,
	`club` text NOT NULL,
	`people` integer NOT NULL,
	PRIMARY KEY(`event_id`, `club`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sold_orders` (
	`event_id` integer NOT NULL,
	`quarter` integer NOT NULL,
	`payment_method` text NOT NULL,
	`orders` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	PRIMARY KEY(`event_id`, `quarter`, `payment_method`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sold_people` (
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`gender` text NOT NULL,
	`birth_year` text NOT NULL,
	`nation` text NOT NULL,
	`people` integer NOT NULL,
	PRIMARY KEY(`event_id`, `competition_id`, `gender`, `birth_year`, `nation`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sold_tickets` (
	`event_id` integer NOT NULL,
	`quarter` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`payment_method` text NOT NULL,
	`tickets` integer NOT NULL,
	PRIMARY KEY(`event_id`, `quarter`, `competition_id`, `payment_method`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `event_views_day` ON `event_views` (`day`,`event_id`,`count`);--> statement-breakpoint
CREATE INDEX `ledger_entries_time` ON `ledger_entries` (`created_at`,`order_id`,`kind`,`method`,`amount_cents`);