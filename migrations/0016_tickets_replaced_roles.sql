CREATE TABLE `replaced_tickets` (
	`participant_id` integer NOT NULL,
	`version` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`participant_id`, `version`),
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `scans` ADD `believed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `new_ticket_for_new_email` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `link_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `ticket_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `organizer_users` ADD `role` text DEFAULT 'manager' NOT NULL;