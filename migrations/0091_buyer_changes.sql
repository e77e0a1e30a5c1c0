CREATE TABLE `unpaid_members` (
	`participant_id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`participant_id`) REFERENCES `participants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `unpaid_members_order` ON `unpaid_members` (`order_id`);--> statement-breakpoint
CREATE INDEX `unpaid_members_due` ON `unpaid_members` (`due_at`);--> statement-breakpoint
ALTER TABLE `events` ADD `buyers_may_change` integer DEFAULT false NOT NULL;