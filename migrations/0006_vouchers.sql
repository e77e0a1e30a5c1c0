CREATE TABLE `voucher_redemptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`voucher_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`discount_cents` integer NOT NULL,
	`live` integer DEFAULT true NOT NULL,
	`single` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`voucher_id`) REFERENCES `vouchers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "voucher_redemptions_discount" CHECK("voucher_redemptions"."discount_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_redemptions_order` ON `voucher_redemptions` (`order_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `voucher_redemptions_voucher` ON `voucher_redemptions` (`voucher_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_redemptions_once` ON `voucher_redemptions` (`voucher_id`) WHERE live = 1 and single = 1;--> statement-breakpoint
CREATE TABLE `voucher_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`name` text NOT NULL,
	`prefix` text DEFAULT '' NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`unit` text DEFAULT 'fixed' NOT NULL,
	`target` text DEFAULT 'event' NOT NULL,
	`use_type` text DEFAULT 'multi' NOT NULL,
	`valid_from` integer,
	`valid_to` integer,
	`competition_id` integer,
	`competition_price_id` integer,
	`article_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_price_id`) REFERENCES `competition_prices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`article_id`) REFERENCES `articles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "voucher_types_unit" CHECK("voucher_types"."unit" in ('fixed', 'percentage')),
	CONSTRAINT "voucher_types_use" CHECK("voucher_types"."use_type" in ('single', 'multi')),
	CONSTRAINT "voucher_types_amount" CHECK("voucher_types"."amount" >= 0 and ("voucher_types"."unit" = 'fixed' or "voucher_types"."amount" <= 10000))
);
--> statement-breakpoint
CREATE INDEX `voucher_types_event` ON `voucher_types` (`event_id`);--> statement-breakpoint
CREATE TABLE `vouchers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`code` text NOT NULL,
	`folded` text NOT NULL,
	`used` integer DEFAULT false NOT NULL,
	`deactivated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`type_id`) REFERENCES `voucher_types`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`folded`,`event_id`);--> statement-breakpoint
CREATE INDEX `vouchers_type` ON `vouchers` (`type_id`,`id`);--> statement-breakpoint
ALTER TABLE `participant_articles` ADD `discount_cents` integer DEFAULT 0 NOT NULL;