CREATE TABLE `event_audits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`editor_id` integer NOT NULL,
	`impersonator_id` integer,
	`kind` text NOT NULL,
	`action` text NOT NULL,
	`record_id` integer NOT NULL,
	`name` text NOT NULL,
	`changes` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`impersonator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_audits_event` ON `event_audits` (`event_id`,`id`);--> statement-breakpoint
CREATE TRIGGER event_audits_no_update BEFORE UPDATE ON event_audits BEGIN SELECT RAISE(ABORT, 'audits are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER event_audits_no_delete BEFORE DELETE ON event_audits BEGIN SELECT RAISE(ABORT, 'audits are never deleted'); END;
