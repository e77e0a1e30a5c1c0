DROP INDEX `orders_guest_visit`;--> statement-breakpoint
DROP INDEX `orders_guest_user`;--> statement-breakpoint
CREATE INDEX `orders_guest_visit` ON `orders` (`visit_id`) WHERE awaits_proof = 1 and total_cents = 0;--> statement-breakpoint
CREATE INDEX `orders_guest_user` ON `orders` (`user_id`) WHERE awaits_proof = 1 and total_cents = 0;