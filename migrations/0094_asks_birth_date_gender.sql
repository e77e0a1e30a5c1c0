ALTER TABLE `events` ADD `asks_birth_date` text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `asks_gender` text DEFAULT 'optional' NOT NULL;