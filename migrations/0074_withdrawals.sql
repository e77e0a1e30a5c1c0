CREATE TABLE `withdrawal_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`withdrawal_id` integer NOT NULL,
	`participant_article_id` integer,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`withdrawal_right` text NOT NULL,
	`answer` text NOT NULL,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `withdrawal_lines_of` ON `withdrawal_lines` (`withdrawal_id`);--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`order_id` integer,
	`gift_card_id` integer,
	`order_number` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`what` text DEFAULT '' NOT NULL,
	`language` text NOT NULL,
	`declared_at` integer NOT NULL,
	`answered_at` integer,
	`answered_by` integer,
	`note` text DEFAULT '' NOT NULL,
	`goes_back_cents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`gift_card_id`) REFERENCES `gift_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answered_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "withdrawals_answered" CHECK(("withdrawals"."answered_at" is null) = ("withdrawals"."answered_by" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_key_unique` ON `withdrawals` (`key`);--> statement-breakpoint
CREATE INDEX `withdrawals_order` ON `withdrawals` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `withdrawals_gift_card` ON `withdrawals` (`gift_card_id`) WHERE gift_card_id is not null;--> statement-breakpoint
CREATE INDEX `withdrawals_email` ON `withdrawals` (`email`) WHERE email is not null;--> statement-breakpoint
CREATE INDEX `withdrawals_open` ON `withdrawals` (`declared_at`) WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX `withdrawals_answered_at` ON `withdrawals` (`answered_at`) WHERE answered_at is not null;--> statement-breakpoint
ALTER TABLE `articles` ADD `withdrawal_right` text DEFAULT 'goods_14' NOT NULL;--> statement-breakpoint
ALTER TABLE `participant_articles` ADD `withdrawal_right` text;