ALTER TABLE `events` ADD `asks_club` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `club` text;