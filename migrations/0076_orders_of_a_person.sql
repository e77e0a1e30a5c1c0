DROP INDEX `orders_pending_user`;--> statement-breakpoint
DROP INDEX `orders_idempotency`;--> statement-breakpoint
DROP INDEX `orders_user`;--> statement-breakpoint
DROP INDEX `orders_pending_visit`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_idempotency` ON `orders` (`visit_id`,`idempotency_key`) WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`order_date`,`status`);--> statement-breakpoint
CREATE INDEX `orders_pending_visit` ON `orders` (`visit_id`,`user_id`,`id`) WHERE status = 'pending';