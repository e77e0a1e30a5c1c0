-- Rates of tax become whole basis points (8.1 % is 810). A CHECK names the old column of `events`, and SQLite neither drops
-- nor changes such a column, so the three tables are made anew: https://www.sqlite.org/lang_altertable.html#otheralter
-- No trigger and no view names them. To drop `events` with foreign keys on would delete everything below it; the migrator
-- turns them off, and this refuses, with all of the migration, should they be on.
CREATE TABLE `foreign_keys_are_off` (`foreign_keys` integer CHECK (`foreign_keys` = 0));
--> statement-breakpoint
INSERT INTO `foreign_keys_are_off` SELECT `foreign_keys` FROM pragma_foreign_keys;
--> statement-breakpoint
DROP TABLE `foreign_keys_are_off`;
--> statement-breakpoint
CREATE TABLE `new_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`start_timestamp` integer NOT NULL,
	`end_timestamp` integer NOT NULL,
	`time_zone` text DEFAULT 'Europe/Vienna' NOT NULL,
	`title_picture` text,
	`conditions` text DEFAULT '' NOT NULL,
	`additional_conditions` text DEFAULT '' NOT NULL,
	`vat_basis_points` integer DEFAULT 2000 NOT NULL,
	`processing_fee_cents` integer DEFAULT 0 NOT NULL,
	`organizer_processing_fee_cents` integer DEFAULT 0 NOT NULL,
	`canceled` integer DEFAULT false NOT NULL,
	`sold_out` integer DEFAULT false NOT NULL,
	`visible` integer DEFAULT false NOT NULL,
	`visible_via_link` integer DEFAULT false NOT NULL,
	`needs_name` integer DEFAULT false NOT NULL,
	`needs_contact_address` integer DEFAULT false NOT NULL,
	`allow_different_delivery_address` integer DEFAULT false NOT NULL,
	`adopt_team_email` integer DEFAULT false NOT NULL,
	`asks_club` integer DEFAULT false NOT NULL,
	`payment_in_advance_possible` integer DEFAULT true NOT NULL,
	`use_alternate_translation` integer DEFAULT false NOT NULL,
	`user_edit_till_time` integer,
	`generate_invoice` integer DEFAULT false NOT NULL,
	`needs_bib_for_mail` integer DEFAULT false NOT NULL,
	`no_changelink` integer DEFAULT false NOT NULL,
	`pdf_description` text DEFAULT '' NOT NULL,
	`online_payment_hold_minutes` integer DEFAULT 120 NOT NULL,
	`bank_transfer_hold_days` integer,
	`payment_methods` text,
	`default_shipping_cost_cents` integer DEFAULT 0 NOT NULL,
	`kind` text DEFAULT 'running' NOT NULL,
	`white_label` text,
	`accent_color` text,
	`google_analytics_tracking_codes` text DEFAULT '[]' NOT NULL,
	`facebook_pixels` text DEFAULT '[]' NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "events_order" CHECK("end_timestamp" >= "start_timestamp"),
	CONSTRAINT "events_vat" CHECK("vat_basis_points" >= 0 and "vat_basis_points" <= 10000),
	CONSTRAINT "events_fees" CHECK("processing_fee_cents" >= 0 and "organizer_processing_fee_cents" >= 0 and "default_shipping_cost_cents" >= 0)
);
--> statement-breakpoint
INSERT INTO `new_events` (
  id, title, description, location, start_timestamp, end_timestamp, time_zone, title_picture, conditions,
  additional_conditions, vat_basis_points, processing_fee_cents, organizer_processing_fee_cents, canceled, sold_out,
  visible, visible_via_link, needs_name, needs_contact_address, allow_different_delivery_address, adopt_team_email,
  asks_club, payment_in_advance_possible, use_alternate_translation, user_edit_till_time, generate_invoice,
  needs_bib_for_mail, no_changelink, pdf_description, online_payment_hold_minutes, bank_transfer_hold_days,
  payment_methods, default_shipping_cost_cents, kind, white_label, accent_color, google_analytics_tracking_codes,
  facebook_pixels, version, created_at
)
SELECT
  id, title, description, location, start_timestamp, end_timestamp, time_zone, title_picture, conditions,
  additional_conditions, CAST(round(vat * 100) AS integer), processing_fee_cents, organizer_processing_fee_cents,
  canceled, sold_out, visible, visible_via_link, needs_name, needs_contact_address, allow_different_delivery_address,
  adopt_team_email, asks_club, payment_in_advance_possible, use_alternate_translation, user_edit_till_time,
  generate_invoice, needs_bib_for_mail, no_changelink, pdf_description, online_payment_hold_minutes,
  bank_transfer_hold_days, payment_methods, default_shipping_cost_cents, kind, white_label, accent_color,
  google_analytics_tracking_codes, facebook_pixels, version, created_at
FROM `events`;
--> statement-breakpoint
-- Numbers of rows that were deleted are not given out again.
DELETE FROM sqlite_sequence WHERE name = 'new_events';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_events', seq FROM sqlite_sequence WHERE name = 'events';
--> statement-breakpoint
DROP TABLE `events`;
--> statement-breakpoint
ALTER TABLE `new_events` RENAME TO `events`;
--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`start_timestamp`);
--> statement-breakpoint
CREATE TABLE `new_articles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`name` text NOT NULL,
	`picture` text,
	`price_cents` integer DEFAULT 0 NOT NULL,
	`type` text DEFAULT 'normal' NOT NULL,
	`min_price_cents` integer,
	`max_price_cents` integer,
	`recommended_price_cents` integer,
	`vat_basis_points` integer,
	`min_amount_per_participant` integer,
	`max_amount_per_participant` integer,
	`min_amount_per_team` integer,
	`max_amount_per_team` integer,
	`team_article` integer DEFAULT false NOT NULL,
	`sold_by_startblock` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "articles_price" CHECK("price_cents" >= 0),
	CONSTRAINT "articles_type" CHECK("type" in ('normal', 'free', 'donation'))
);
--> statement-breakpoint
INSERT INTO `new_articles` (
  id, event_id, name, picture, price_cents, type, min_price_cents, max_price_cents, recommended_price_cents,
  vat_basis_points, min_amount_per_participant, max_amount_per_participant, min_amount_per_team, max_amount_per_team,
  team_article, sold_by_startblock, sort_order
)
SELECT
  id, event_id, name, picture, price_cents, type, min_price_cents, max_price_cents, recommended_price_cents,
  CAST(round(vat * 100) AS integer), min_amount_per_participant, max_amount_per_participant, min_amount_per_team,
  max_amount_per_team, team_article, sold_by_startblock, sort_order
FROM `articles`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = 'new_articles';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_articles', seq FROM sqlite_sequence WHERE name = 'articles';
--> statement-breakpoint
DROP TABLE `articles`;
--> statement-breakpoint
ALTER TABLE `new_articles` RENAME TO `articles`;
--> statement-breakpoint
CREATE INDEX `articles_event` ON `articles` (`event_id`,`sort_order`);
--> statement-breakpoint
CREATE TABLE `new_order_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`code` text,
	`amount` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`price_before_tax_cents` integer NOT NULL,
	`price_total_cents` integer NOT NULL,
	`vat_basis_points` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `new_order_items` (
  id, order_id, position, kind, name, code, amount, price_cents, price_before_tax_cents, price_total_cents,
  vat_basis_points
)
SELECT
  id, order_id, position, kind, name, code, amount, price_cents, price_before_tax_cents, price_total_cents,
  CAST(round(vat * 100) AS integer)
FROM `order_items`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = 'new_order_items';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_order_items', seq FROM sqlite_sequence WHERE name = 'order_items';
--> statement-breakpoint
DROP TABLE `order_items`;
--> statement-breakpoint
ALTER TABLE `new_order_items` RENAME TO `order_items`;
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_position` ON `order_items` (`order_id`,`position`);
