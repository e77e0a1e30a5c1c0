ALTER TABLE `orders` ADD `awaits_proof` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_guest_visit` ON `orders` (`visit_id`) WHERE awaits_proof = 1 and (status = 'pending' or total_cents = 0);--> statement-breakpoint
CREATE INDEX `orders_guest_user` ON `orders` (`user_id`) WHERE awaits_proof = 1 and (status = 'pending' or total_cents = 0);