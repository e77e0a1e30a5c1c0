CREATE TABLE `kept_forms` (
	`hash` text PRIMARY KEY NOT NULL,
	`page` text NOT NULL,
	`action` text NOT NULL,
	`locale` text NOT NULL,
	`fields` text NOT NULL,
	`kept_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `kept_forms_at` ON `kept_forms` (`kept_at`);
--> statement-breakpoint
DELETE FROM `drafts` WHERE `visit_id` LIKE 'kept|%';
