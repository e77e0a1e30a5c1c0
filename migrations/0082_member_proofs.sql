ALTER TABLE `discount_uses` ADD `is_asked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `discount_uses` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `member_proof_until` integer;