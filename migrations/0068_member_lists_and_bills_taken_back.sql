CREATE TABLE `discount_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`discount_id` integer NOT NULL,
	`member` text NOT NULL,
	FOREIGN KEY (`discount_id`) REFERENCES `discounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discount_members_once` ON `discount_members` (`discount_id`,`member`);--> statement-breakpoint
CREATE INDEX `discount_members_member` ON `discount_members` (`member`);--> statement-breakpoint
CREATE TABLE `discount_uses` (
	`participant_id` integer PRIMARY KEY NOT NULL,
	`discount_id` integer NOT NULL,
	`member` text NOT NULL,
	`live` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`discount_id`) REFERENCES `discounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discount_uses_once` ON `discount_uses` (`discount_id`,`member`) WHERE live = 1;--> statement-breakpoint
CREATE INDEX `discount_uses_discount` ON `discount_uses` (`discount_id`);--> statement-breakpoint
CREATE INDEX `discount_uses_member` ON `discount_uses` (`member`);--> statement-breakpoint
ALTER TABLE `company_bills` ADD `withdrawn_at` integer;--> statement-breakpoint
ALTER TABLE `discounts` ADD `member_field_id` integer REFERENCES form_fields(id);--> statement-breakpoint
CREATE INDEX `discounts_member_field` ON `discounts` (`member_field_id`) WHERE member_field_id is not null;
--> statement-breakpoint
-- Whoever holds a place no longer has no discount either; an order that comes back takes it again, or does not come back.
CREATE TRIGGER discount_uses_live AFTER UPDATE OF live ON participants WHEN NEW.live <> OLD.live
BEGIN UPDATE discount_uses SET live = NEW.live WHERE participant_id = NEW.id; END;
--> statement-breakpoint
-- What was collected for a list has no other use.
CREATE TRIGGER discount_members_kind AFTER UPDATE OF kind ON discounts WHEN OLD.kind = 'list' AND NEW.kind <> 'list'
BEGIN DELETE FROM discount_members WHERE discount_id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER company_bills_withdrawn BEFORE UPDATE OF withdrawn_at ON company_bills WHEN OLD.withdrawn_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a bill is taken back once'); END;
