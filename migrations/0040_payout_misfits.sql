CREATE TABLE `payout_misfits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`amount_cents` integer NOT NULL,
	`bank_reference` text NOT NULL,
	`reason` text NOT NULL,
	`payout_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_misfits_reason" CHECK("payout_misfits"."reason" in ('unknown', 'returned', 'twice'))
);
--> statement-breakpoint
CREATE INDEX `payout_misfits_time` ON `payout_misfits` (`created_at`);--> statement-breakpoint
CREATE INDEX `payout_misfits_payout` ON `payout_misfits` (`payout_id`);