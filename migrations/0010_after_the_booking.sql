CREATE TABLE `mailing_recipients` (
	`mailing_id` integer NOT NULL,
	`address` text NOT NULL,
	`participant_id` integer NOT NULL,
	`posted_at` integer,
	PRIMARY KEY(`mailing_id`, `address`),
	FOREIGN KEY (`mailing_id`) REFERENCES `mailings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mailing_recipients_waiting` ON `mailing_recipients` (`mailing_id`) WHERE posted_at is null;--> statement-breakpoint
CREATE TABLE `mailings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`editor_id` integer NOT NULL,
	`filter` text NOT NULL,
	`text` text NOT NULL,
	`status` text NOT NULL,
	`recipient_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mailings_status" CHECK("mailings"."status" in ('draft', 'sending', 'sent', 'stopped'))
);
--> statement-breakpoint
CREATE INDEX `mailings_event` ON `mailings` (`event_id`);--> statement-breakpoint
CREATE INDEX `mailings_sending` ON `mailings` (`id`) WHERE status = 'sending';--> statement-breakpoint
CREATE TABLE `order_audit_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`audit_id` integer NOT NULL,
	`participant_id` integer,
	`field` text NOT NULL,
	`before` text,
	`after` text,
	FOREIGN KEY (`audit_id`) REFERENCES `order_audits`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_audit_changes_audit` ON `order_audit_changes` (`audit_id`);--> statement-breakpoint
CREATE TABLE `order_words` (
	`word` text NOT NULL,
	`order_id` integer NOT NULL,
	PRIMARY KEY(`word`, `order_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `participants` ADD `link_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `participants_bib` ON `participants` (`rr_bib`) WHERE rr_bib is not null;--> statement-breakpoint
CREATE INDEX `orders_event_date` ON `orders` (`event_id`,`order_date`);--> statement-breakpoint
CREATE INDEX `orders_date` ON `orders` (`order_date`);--> statement-breakpoint
CREATE INDEX `orders_refund` ON `orders` (`refund_status`,`order_date`) WHERE refund_status is not null;
--> statement-breakpoint
-- The words of orders from before. Letters with accents are folded as far as SQL knows them; a change of an order writes
-- its words anew.
INSERT OR IGNORE INTO order_words (word, order_id)
WITH RECURSIVE
  texts (order_id, text) AS (
    SELECT order_id, first_name || ' ' || last_name || ' ' || coalesce(email, '') FROM participants
    UNION ALL SELECT order_id, team_name FROM teams WHERE team_name IS NOT NULL
    UNION ALL SELECT id, coalesce(contact_address ->> 'firstName', '') || ' ' || coalesce(contact_address ->> 'lastName', '')
      || ' ' || coalesce(contact_address ->> 'companyName', '') FROM orders WHERE contact_address IS NOT NULL
  ),
  folded (order_id, rest) AS (
    SELECT order_id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      lower(text), 'ä', 'a'), 'Ä', 'a'), 'ö', 'o'), 'Ö', 'o'), 'ü', 'u'), 'Ü', 'u'), 'ß', 'ss'), 'é', 'e'), 'è', 'e'), '-', ' ')
      || ' ' FROM texts
  ),
  split (order_id, word, rest) AS (
    SELECT order_id, '', rest FROM folded
    UNION ALL
    SELECT order_id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM split WHERE rest <> ''
  )
SELECT DISTINCT word, order_id FROM split WHERE word <> '';
