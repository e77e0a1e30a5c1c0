CREATE TABLE `invoice_mails` (
	`invoice_id` integer PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `payout_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`count` integer NOT NULL,
	`sum_cents` integer NOT NULL,
	`execution_date` text NOT NULL,
	`editor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_files_message_id_unique` ON `payout_files` (`message_id`);--> statement-breakpoint
CREATE INDEX `payout_files_time` ON `payout_files` (`created_at`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`settlement_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`file_id` integer,
	`name` text,
	`iban` text,
	`bic` text,
	`text` text,
	`bank_reference` text,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`settlement_id`) REFERENCES `settlements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `payout_files`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_amount" CHECK("payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_status" CHECK("payouts"."status" in ('open', 'paid', 'returned')),
	CONSTRAINT "payouts_in_file" CHECK("payouts"."file_id" is null or ("payouts"."iban" is not null and "payouts"."name" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_living` ON `payouts` (`settlement_id`) WHERE status <> 'returned';--> statement-breakpoint
CREATE INDEX `payouts_settlement` ON `payouts` (`settlement_id`);--> statement-breakpoint
CREATE INDEX `payouts_file` ON `payouts` (`file_id`);--> statement-breakpoint
CREATE INDEX `payouts_waiting` ON `payouts` (`status`,`file_id`);--> statement-breakpoint
CREATE TABLE `proof_alarms` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`breaches` text NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `settlement_audits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`settlement_id` integer NOT NULL,
	`action` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`editor_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_id`) REFERENCES `settlements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `settlement_audits_settlement` ON `settlement_audits` (`settlement_id`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_audits_event` ON `settlement_audits` (`event_id`);--> statement-breakpoint
CREATE TABLE `settlement_entries` (
	`ledger_entry_id` integer PRIMARY KEY NOT NULL,
	`settlement_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	FOREIGN KEY (`ledger_entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_id`) REFERENCES `settlements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `settlement_entries_settlement` ON `settlement_entries` (`settlement_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `settlement_entries_order` ON `settlement_entries` (`order_id`);--> statement-breakpoint
CREATE TABLE `settlement_tickets` (
	`settlement_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`tickets` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	PRIMARY KEY(`settlement_id`, `order_id`),
	FOREIGN KEY (`settlement_id`) REFERENCES `settlements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `settlement_tickets_event` ON `settlement_tickets` (`event_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `settlements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`organizer_id` integer NOT NULL,
	`number` integer NOT NULL,
	`from` integer NOT NULL,
	`until` integer NOT NULL,
	`by_method` text NOT NULL,
	`received_cents` integer NOT NULL,
	`refunded_cents` integer NOT NULL,
	`by_card_cents` integer NOT NULL,
	`disagio_basis_points` integer NOT NULL,
	`disagio_cents` integer NOT NULL,
	`tickets` integer NOT NULL,
	`ticket_fees_cents` integer NOT NULL,
	`fees_cents` integer NOT NULL,
	`fees_net_cents` integer NOT NULL,
	`fees_tax_cents` integer NOT NULL,
	`tax_category` text NOT NULL,
	`tax_basis_points` integer NOT NULL,
	`carried_in_cents` integer NOT NULL,
	`balance_cents` integer NOT NULL,
	`kept_for_refunds_cents` integer NOT NULL,
	`payout_cents` integer NOT NULL,
	`carried_out_cents` integer NOT NULL,
	`held_cents` integer NOT NULL,
	`open_cents` integer NOT NULL,
	`editor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlements_sum" CHECK("settlements"."balance_cents" = "settlements"."carried_in_cents" + "settlements"."received_cents" - "settlements"."refunded_cents" - "settlements"."fees_cents" and "settlements"."carried_out_cents" = "settlements"."balance_cents" - "settlements"."payout_cents"),
	CONSTRAINT "settlements_fees" CHECK("settlements"."fees_cents" = "settlements"."disagio_cents" + "settlements"."ticket_fees_cents" and "settlements"."fees_cents" = "settlements"."fees_net_cents" + "settlements"."fees_tax_cents"),
	CONSTRAINT "settlements_payout" CHECK("settlements"."payout_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `settlements_number` ON `settlements` (`event_id`,`number`);--> statement-breakpoint
CREATE INDEX `settlements_organizer` ON `settlements` (`organizer_id`,`id`);--> statement-breakpoint
CREATE INDEX `settlements_time` ON `settlements` (`created_at`);--> statement-breakpoint
CREATE TABLE `payment_proofs` (
	`ledger_entry_id` integer PRIMARY KEY NOT NULL,
	`bank_line_id` integer NOT NULL,
	`editor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ledger_entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bank_line_id`) REFERENCES `bank_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_proofs_bank_line_id_unique` ON `payment_proofs` (`bank_line_id`);