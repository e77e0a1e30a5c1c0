CREATE TABLE `fact_receipts` (
	`fact_id` integer NOT NULL,
	`handler` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`fact_id`, `handler`),
	FOREIGN KEY (`fact_id`) REFERENCES `facts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `facts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`done_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE INDEX `facts_waiting` ON `facts` (`next_attempt_at`) WHERE done_at is null;--> statement-breakpoint
CREATE TABLE `installation` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`leased_until` integer NOT NULL,
	`next_run_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `limit_counters` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `limit_counters_expiry` ON `limit_counters` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mailbox_attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`inline_id` text,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `mailbox_messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `mailbox_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mail_id` integer,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`mail_id`) REFERENCES `mails`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`unique_key` text NOT NULL,
	`recipient` text NOT NULL,
	`locale` text NOT NULL,
	`params` text NOT NULL,
	`order_id` integer,
	`priority` integer DEFAULT 5 NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`message_id` text,
	`last_error` text,
	CONSTRAINT "mails_status" CHECK("mails"."status" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_once` ON `mails` (`unique_key`);--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`priority`,`next_attempt_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `mails_of_order` ON `mails` (`order_id`);--> statement-breakpoint
CREATE TABLE `login_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`code_mac` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	CONSTRAINT "login_codes_attempts" CHECK("login_codes"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE INDEX `login_codes_email` ON `login_codes` (`email`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`visit_id` text NOT NULL,
	`level` text NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_level" CHECK("sessions"."level" in ('unverified', 'verified'))
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`firstname` text,
	`lastname` text,
	`gender` text,
	`birth_date` text,
	`nationality_country_code` text,
	`contact_address` text,
	`is_super_admin` integer DEFAULT false NOT NULL,
	`language` text,
	`terms_accepted_at` integer,
	`verified_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `scans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`participant_id` integer NOT NULL,
	`device` text NOT NULL,
	`scanned_at` integer NOT NULL,
	`admitted` integer NOT NULL,
	`scanned_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scans_same_scan` ON `scans` (`participant_id`,`device`,`scanned_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `scans_admitted_once` ON `scans` (`participant_id`) WHERE admitted = 1;--> statement-breakpoint
CREATE INDEX `scans_event` ON `scans` (`event_id`);--> statement-breakpoint
CREATE TABLE `article_competitions` (
	`article_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	PRIMARY KEY(`article_id`, `competition_id`),
	FOREIGN KEY (`article_id`) REFERENCES `articles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `article_variants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`article_id` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`total` integer DEFAULT 1 NOT NULL,
	`sold` integer DEFAULT 0 NOT NULL,
	`sort_order` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`article_id`) REFERENCES `articles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "article_variants_stock" CHECK("article_variants"."sold" >= 0 and "article_variants"."sold" <= "article_variants"."total")
);
--> statement-breakpoint
CREATE INDEX `article_variants_article` ON `article_variants` (`article_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `articles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`name` text NOT NULL,
	`picture` text,
	`price_cents` integer DEFAULT 0 NOT NULL,
	`type` text DEFAULT 'normal' NOT NULL,
	`min_price_cents` integer,
	`max_price_cents` integer,
	`recommended_price_cents` integer,
	`vat` real,
	`min_amount_per_participant` integer,
	`max_amount_per_participant` integer,
	`min_amount_per_team` integer,
	`max_amount_per_team` integer,
	`team_article` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "articles_price" CHECK("articles"."price_cents" >= 0),
	CONSTRAINT "articles_type" CHECK("articles"."type" in ('normal', 'free', 'donation'))
);
--> statement-breakpoint
CREATE INDEX `articles_event` ON `articles` (`event_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `cancellation_protections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`price_cents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cancellation_protections_price" CHECK("cancellation_protections"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `cancellation_protections_event` ON `cancellation_protections` (`event_id`);--> statement-breakpoint
CREATE TABLE `competition_prices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`competition_id` integer NOT NULL,
	`price_cents` integer DEFAULT 0 NOT NULL,
	`available_from` integer,
	`available_to` integer,
	`quantity_total` integer DEFAULT 0 NOT NULL,
	`sold` integer DEFAULT 0 NOT NULL,
	`price_order` integer DEFAULT 1 NOT NULL,
	`only_buyable_with_voucher` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "competition_prices_price" CHECK("competition_prices"."price_cents" >= 0),
	CONSTRAINT "competition_prices_stock" CHECK("competition_prices"."sold" >= 0 and "competition_prices"."sold" <= "competition_prices"."quantity_total")
);
--> statement-breakpoint
CREATE INDEX `competition_prices_competition` ON `competition_prices` (`competition_id`,`price_order`);--> statement-breakpoint
CREATE TABLE `competitions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`type` text DEFAULT 'single' NOT NULL,
	`gender` text DEFAULT 'both' NOT NULL,
	`timestamp` integer NOT NULL,
	`end_timestamp` integer,
	`min_age` integer DEFAULT 0 NOT NULL,
	`max_age` integer DEFAULT 0 NOT NULL,
	`age_check_mode` text DEFAULT 'dayOfCompetition' NOT NULL,
	`age_check_date` text,
	`disable_age_check` integer DEFAULT false NOT NULL,
	`min_team_size` integer DEFAULT 1 NOT NULL,
	`max_team_size` integer DEFAULT 10 NOT NULL,
	`disciplines` text DEFAULT '[]' NOT NULL,
	`preview_picture` text,
	`total_ticket_count` integer DEFAULT 1 NOT NULL,
	`sold` integer DEFAULT 0 NOT NULL,
	`with_shipping` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "competitions_type" CHECK("competitions"."type" in ('single', 'team')),
	CONSTRAINT "competitions_gender" CHECK("competitions"."gender" in ('both', 'male', 'female')),
	CONSTRAINT "competitions_stock" CHECK("competitions"."sold" >= 0 and "competitions"."sold" <= "competitions"."total_ticket_count"),
	CONSTRAINT "competitions_team_size" CHECK("competitions"."min_team_size" >= 1 and "competitions"."max_team_size" >= "competitions"."min_team_size")
);
--> statement-breakpoint
CREATE INDEX `competitions_event` ON `competitions` (`event_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `event_organizers` (
	`event_id` integer NOT NULL,
	`organizer_id` integer NOT NULL,
	`is_main` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`event_id`, `organizer_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_organizers_organizer` ON `event_organizers` (`organizer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `event_organizers_one_main` ON `event_organizers` (`event_id`) WHERE is_main = 1;--> statement-breakpoint
CREATE TABLE `events` (
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
	`vat` real DEFAULT 20 NOT NULL,
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
	`payment_in_advance_possible` integer DEFAULT true NOT NULL,
	`use_alternate_translation` integer DEFAULT false NOT NULL,
	`user_edit_till_time` integer,
	`generate_invoice` integer DEFAULT false NOT NULL,
	`needs_bib_for_mail` integer DEFAULT false NOT NULL,
	`no_changelink` integer DEFAULT false NOT NULL,
	`pdf_description` text DEFAULT '' NOT NULL,
	`online_payment_hold_minutes` integer DEFAULT 120 NOT NULL,
	`bank_transfer_hold_days` integer,
	`default_shipping_cost_cents` integer DEFAULT 0 NOT NULL,
	`kind` text DEFAULT 'running' NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "events_order" CHECK("events"."end_timestamp" >= "events"."start_timestamp"),
	CONSTRAINT "events_vat" CHECK("events"."vat" >= 0 and "events"."vat" <= 100),
	CONSTRAINT "events_fees" CHECK("events"."processing_fee_cents" >= 0 and "events"."organizer_processing_fee_cents" >= 0 and "events"."default_shipping_cost_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`start_timestamp`);--> statement-breakpoint
CREATE TABLE `form_field_competitions` (
	`field_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	PRIMARY KEY(`field_id`, `competition_id`),
	FOREIGN KEY (`field_id`) REFERENCES `form_fields`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `form_fields` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text DEFAULT 'select' NOT NULL,
	`options` text DEFAULT '[]' NOT NULL,
	`default_value` text,
	`is_required` integer DEFAULT false NOT NULL,
	`adopt_previous` integer DEFAULT false NOT NULL,
	`editable_only_once_per_team` integer DEFAULT false NOT NULL,
	`include_in_confirmation_pdf` integer DEFAULT false NOT NULL,
	`form_field_order` integer DEFAULT 1 NOT NULL,
	`rr_name` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `form_fields_event` ON `form_fields` (`event_id`,`form_field_order`);--> statement-breakpoint
CREATE TABLE `shipping_costs` (
	`event_id` integer NOT NULL,
	`country_code` text NOT NULL,
	`cost_cents` integer NOT NULL,
	PRIMARY KEY(`event_id`, `country_code`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shipping_costs_cost" CHECK("shipping_costs"."cost_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE `shortlinks` (
	`shortlink` text PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `shortlinks_event` ON `shortlinks` (`event_id`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`visit_id` text NOT NULL,
	`event_id` integer NOT NULL,
	`data` text NOT NULL,
	`order_id` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_visit_event` ON `drafts` (`visit_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `drafts_age` ON `drafts` (`updated_at`);--> statement-breakpoint
CREATE TABLE `order_audits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`type` text NOT NULL,
	`editor_id` integer,
	`comment` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_audits_order` ON `order_audits` (`order_id`);--> statement-breakpoint
CREATE TABLE `order_items` (
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
	`vat` real NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_position` ON `order_items` (`order_id`,`position`);--> statement-breakpoint
CREATE TABLE `order_protections` (
	`order_id` integer NOT NULL,
	`protection_id` integer NOT NULL,
	`title` text NOT NULL,
	`price_cents` integer NOT NULL,
	PRIMARY KEY(`order_id`, `protection_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`protection_id`) REFERENCES `cancellation_protections`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`visit_id` text NOT NULL,
	`event_id` integer NOT NULL,
	`status` text NOT NULL,
	`order_date` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`language` text NOT NULL,
	`payment_method` text,
	`payment_status` text,
	`refund_status` text,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`paid_at` integer,
	`canceled_at` integer,
	`contact_address` text,
	`delivery_address` text,
	`invoice_address` text,
	`idempotency_key` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status" CHECK("orders"."status" in ('pending', 'complete', 'shipped', 'canceled')),
	CONSTRAINT "orders_total" CHECK("orders"."total_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_idempotency` ON `orders` (`visit_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`order_date`);--> statement-breakpoint
CREATE INDEX `orders_event` ON `orders` (`event_id`,`status`);--> statement-breakpoint
CREATE INDEX `orders_expiry` ON `orders` (`expires_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `participant_articles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`participant_id` integer NOT NULL,
	`article_id` integer NOT NULL,
	`variant_id` integer NOT NULL,
	`unique_local_id` text NOT NULL,
	`name` text NOT NULL,
	`variant_name` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_cents` integer NOT NULL,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`article_id`) REFERENCES `articles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`variant_id`) REFERENCES `article_variants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "participant_articles_quantity" CHECK("participant_articles"."quantity" between 1 and 100)
);
--> statement-breakpoint
CREATE INDEX `participant_articles_participant` ON `participant_articles` (`participant_id`);--> statement-breakpoint
CREATE INDEX `participant_articles_variant` ON `participant_articles` (`variant_id`);--> statement-breakpoint
CREATE TABLE `participant_fields` (
	`participant_id` integer NOT NULL,
	`field_id` integer NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`participant_id`, `field_id`),
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`field_id`) REFERENCES `form_fields`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `participants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`team_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`competition_price_id` integer NOT NULL,
	`local_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`birth_date` text,
	`gender` text,
	`nationality_country_code` text,
	`ticket_cents` integer NOT NULL,
	`charged_cents` integer NOT NULL,
	`rr_bib` text,
	`rr_changelink` text,
	`live` integer DEFAULT true NOT NULL,
	`identity` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_price_id`) REFERENCES `competition_prices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "participants_prices" CHECK("participants"."ticket_cents" >= 0 and "participants"."charged_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `participants_order` ON `participants` (`order_id`);--> statement-breakpoint
CREATE INDEX `participants_event` ON `participants` (`event_id`,`live`);--> statement-breakpoint
CREATE INDEX `participants_competition` ON `participants` (`competition_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `participants_once` ON `participants` (`competition_id`,`identity`) WHERE live = 1 and identity is not null;--> statement-breakpoint
CREATE TABLE `teams` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`competition_id` integer NOT NULL,
	`team_name` text,
	`position` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `teams_order` ON `teams` (`order_id`);--> statement-breakpoint
CREATE INDEX `teams_competition` ON `teams` (`competition_id`);--> statement-breakpoint
CREATE TABLE `organizer_users` (
	`organizer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`organizer_id`, `user_id`),
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `organizers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`address` text,
	`iban` text,
	`bic` text,
	`vat_basis_points` integer DEFAULT 0 NOT NULL,
	`disagio_basis_points` integer DEFAULT 0 NOT NULL,
	`payment_reference` text,
	`white_label` text,
	`accent_color` text,
	`facebook_pixel` text,
	`google_analytics_tracking_code` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reference` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_amount" CHECK("ledger_entries"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_once` ON `ledger_entries` (`kind`,`method`,`reference`);--> statement-breakpoint
CREATE INDEX `ledger_entries_order` ON `ledger_entries` (`order_id`);--> statement-breakpoint
CREATE TABLE `payment_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_attempts_status" CHECK("payment_attempts"."status" in ('pending', 'authorized', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_reference` ON `payment_attempts` (`method`,`reference`);--> statement-breakpoint
CREATE INDEX `payment_attempts_order` ON `payment_attempts` (`order_id`);