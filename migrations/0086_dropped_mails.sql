-- A mail whose reason was gone when its turn came has a state of its own; it was `sent` with an English sentence as its error.
-- SQLite cannot change a CHECK, so the table is made anew: https://www.sqlite.org/lang_altertable.html#otheralter
-- Dropping `mails` with foreign keys on would delete the built-in mailbox; the migrator turns them off.
CREATE TABLE `foreign_keys_are_off` (`foreign_keys` integer CHECK (`foreign_keys` = 0));
--> statement-breakpoint
INSERT INTO `foreign_keys_are_off` SELECT `foreign_keys` FROM pragma_foreign_keys;
--> statement-breakpoint
DROP TABLE `foreign_keys_are_off`;
--> statement-breakpoint
CREATE TABLE `new_mails` (
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
	CONSTRAINT "mails_status" CHECK(status in ('queued', 'sent', 'failed', 'dropped'))
);
--> statement-breakpoint
INSERT INTO `new_mails` SELECT `id`, `type`, `unique_key`, `recipient`, `locale`, `params`, `order_id`, `priority`,
  CASE WHEN `status` = 'sent' AND `last_error` = 'no longer needed' THEN 'dropped' ELSE `status` END,
  `attempts`, `next_attempt_at`, `expires_at`, `created_at`, `sent_at`, `message_id`,
  CASE WHEN `status` = 'sent' AND `last_error` = 'no longer needed' THEN NULL ELSE `last_error` END
FROM `mails`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = 'new_mails';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_mails', seq FROM sqlite_sequence WHERE name = 'mails';
--> statement-breakpoint
DROP TABLE `mails`;
--> statement-breakpoint
ALTER TABLE `new_mails` RENAME TO `mails`;
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_once` ON `mails` (`unique_key`);
--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`priority`,`next_attempt_at`) WHERE status = 'queued';
--> statement-breakpoint
CREATE INDEX `mails_of_order` ON `mails` (`order_id`);
--> statement-breakpoint
CREATE INDEX `mails_failed` ON `mails` (`order_id`) WHERE status = 'failed';
