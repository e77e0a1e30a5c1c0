CREATE TABLE `transfer_turns` (
	`transfer_id` integer NOT NULL,
	`entry_id` integer NOT NULL,
	PRIMARY KEY(`transfer_id`, `entry_id`),
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `waitlist_entries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `transfer_turns_entry` ON `transfer_turns` (`entry_id`);--> statement-breakpoint
ALTER TABLE `place_takeovers` ADD `to_competition_id` integer;--> statement-breakpoint
ALTER TABLE `place_takeovers` ADD `to_price_id` integer;--> statement-breakpoint
ALTER TABLE `transfer_settings` ADD `line_first` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `transfer_settings` ADD `other_competitions` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `transfers` ADD `link_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transfers` ADD `line_entry_id` integer REFERENCES waitlist_entries(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `transfers` ADD `line_until` integer;--> statement-breakpoint
CREATE INDEX `transfers_line` ON `transfers` (`line_until`) WHERE state = 'offered' and line_until is not null;--> statement-breakpoint
CREATE INDEX `transfers_line_entry` ON `transfers` (`line_entry_id`) WHERE line_entry_id is not null;