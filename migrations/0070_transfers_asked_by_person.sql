DROP INDEX `transfers_open_once`;--> statement-breakpoint
DROP INDEX `transfers_due`;--> statement-breakpoint
ALTER TABLE `transfers` ADD `asked_by_person` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `transfers` ADD `person_email` text;--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_open_once` ON `transfers` (`participant_id`) WHERE state in ('asked', 'waiting', 'offered', 'ordered');--> statement-breakpoint
CREATE INDEX `transfers_due` ON `transfers` (`until`) WHERE state in ('asked', 'waiting', 'offered');