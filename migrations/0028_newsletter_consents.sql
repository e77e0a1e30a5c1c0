CREATE TABLE `newsletter_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`organizer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`visit_id` text NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`language` text NOT NULL,
	`text` text NOT NULL,
	`text_version` text NOT NULL,
	`given_at` integer NOT NULL,
	`asked_at` integer,
	`proven_at` integer,
	`proven_by` text,
	`withdrawn_at` integer,
	`withdrawn_by` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "newsletter_consents_proof" CHECK(("newsletter_consents"."proven_at" is null) = ("newsletter_consents"."proven_by" is null)),
	CONSTRAINT "newsletter_consents_end" CHECK(("newsletter_consents"."withdrawn_at" is null) = ("newsletter_consents"."withdrawn_by" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `newsletter_consents_order` ON `newsletter_consents` (`order_id`);--> statement-breakpoint
CREATE INDEX `newsletter_consents_event` ON `newsletter_consents` (`event_id`);--> statement-breakpoint
CREATE INDEX `newsletter_consents_address` ON `newsletter_consents` (`organizer_id`,`email`);--> statement-breakpoint
CREATE INDEX `newsletter_consents_user` ON `newsletter_consents` (`user_id`);--> statement-breakpoint
CREATE INDEX `newsletter_consents_unproven` ON `newsletter_consents` (`given_at`) WHERE proven_at is null;--> statement-breakpoint
CREATE INDEX `newsletter_consents_ended` ON `newsletter_consents` (`withdrawn_at`) WHERE withdrawn_at is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `offers_newsletter` integer DEFAULT false NOT NULL;