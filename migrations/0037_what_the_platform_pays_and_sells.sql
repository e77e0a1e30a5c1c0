CREATE TABLE `settlement_shares` (
	`settlement_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`kind` text NOT NULL,
	`vat_basis_points` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`settlement_id`, `order_id`, `kind`, `vat_basis_points`),
	FOREIGN KEY (`settlement_id`) REFERENCES `settlements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_shares_kind" CHECK("settlement_shares"."kind" in ('voucher', 'article'))
);
--> statement-breakpoint
CREATE INDEX `settlement_shares_event` ON `settlement_shares` (`event_id`,`order_id`);--> statement-breakpoint
ALTER TABLE `settlements` ADD `vouchers_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settlements` ADD `articles_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settlements` ADD `shares` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_items` ADD `sold_by_platform` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `order_items_platform` ON `order_items` (`order_id`) WHERE sold_by_platform = 1;--> statement-breakpoint
ALTER TABLE `voucher_redemptions` ADD `paid_by_platform` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `voucher_redemptions_platform` ON `voucher_redemptions` (`order_id`) WHERE paid_by_platform = 1;--> statement-breakpoint
ALTER TABLE `voucher_types` ADD `paid_by_platform` integer DEFAULT false NOT NULL;