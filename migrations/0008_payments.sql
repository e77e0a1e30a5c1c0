CREATE TABLE `bank_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_name` text NOT NULL,
	`format` text NOT NULL,
	`file_hash` text NOT NULL,
	`lines` integer NOT NULL,
	`new_lines` integer NOT NULL,
	`editor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `bank_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`fingerprint` text NOT NULL,
	`account_iban` text,
	`booking_date` text NOT NULL,
	`value_date` text,
	`amount_cents` integer NOT NULL,
	`payer_name` text DEFAULT '' NOT NULL,
	`payer_iban` text,
	`text` text DEFAULT '' NOT NULL,
	`end_to_end_id` text,
	`bank_reference` text,
	`outcome` text NOT NULL,
	`order_id` integer,
	`editor_id` integer,
	`is_closed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `bank_imports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_lines_fingerprint` ON `bank_lines` (`fingerprint`);--> statement-breakpoint
CREATE INDEX `bank_lines_open` ON `bank_lines` (`outcome`,`id`) WHERE is_closed = 0;--> statement-breakpoint
CREATE INDEX `bank_lines_order` ON `bank_lines` (`order_id`);--> statement-breakpoint
CREATE INDEX `bank_lines_import` ON `bank_lines` (`import_id`);--> statement-breakpoint
CREATE TABLE `refund_files` (
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
CREATE UNIQUE INDEX `refund_files_message_id_unique` ON `refund_files` (`message_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`attempt_id` integer,
	`way` text NOT NULL,
	`method` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`editor_id` integer,
	`reference` text NOT NULL,
	`iban` text,
	`account_holder` text,
	`provider_status` text,
	`transaction_id` text,
	`capture_id` text,
	`problem` text,
	`error_name` text,
	`message` text,
	`request_id` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`leased_until` integer,
	`file_id` integer,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`attempt_id`) REFERENCES `payment_attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `refund_files`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_status_known" CHECK("refunds"."status" in ('pending', 'completed', 'failed', 'withdrawn'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_reference` ON `refunds` (`reference`);--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_status` ON `refunds` (`status`,`way`);--> statement-breakpoint
CREATE INDEX `refunds_next_try` ON `refunds` (`next_try_at`) WHERE next_try_at is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `payment_methods` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `payment_means` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `secret` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `token` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `page_until` integer;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `provider_status` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `transaction_id` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `means` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `problem` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `error_name` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `failure_handling` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `payer_message` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `capture_request_id` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `capture_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `next_ask_at` integer;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `asks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `leased_until` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_secret` ON `payment_attempts` (`secret`);--> statement-breakpoint
CREATE INDEX `payment_attempts_next_ask` ON `payment_attempts` (`next_ask_at`) WHERE next_ask_at is not null;