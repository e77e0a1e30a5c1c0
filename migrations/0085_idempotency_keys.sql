CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`answer` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `idempotency_body_hash` text;