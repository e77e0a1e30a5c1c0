CREATE TABLE `session_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_search_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`indexed_to` integer NOT NULL,
	CONSTRAINT "order_search_state_one" CHECK("order_search_state"."id" = 1)
);

--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON sessions
BEGIN
  INSERT INTO session_changes (user_id) VALUES (old.user_id);
END;
--> statement-breakpoint
-- When somebody was seen last is no change: whoever keeps a session reads that anew before it matters.
CREATE TRIGGER session_changed AFTER UPDATE OF user_id, visit_id, level, verified_at, expires_at, must_rotate, impersonator_id, impersonator_verified_at ON sessions
BEGIN
  INSERT INTO session_changes (user_id) VALUES (old.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER session_person_changed AFTER UPDATE OF email, language, is_super_admin, deleted_at ON users
WHEN new.email <> old.email OR new.language IS NOT old.language OR new.is_super_admin <> old.is_super_admin
  OR new.deleted_at IS NOT old.deleted_at
BEGIN
  INSERT INTO session_changes (user_id) VALUES (new.id);
END;
--> statement-breakpoint
INSERT INTO order_search_state (id, indexed_to) SELECT 1, coalesce(max(id), 0) FROM orders;
