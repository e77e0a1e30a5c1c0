CREATE TABLE `gift_card_moves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`card_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`order_id` integer,
	`editor_id` integer,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`card_id`) REFERENCES `gift_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gift_card_moves_amount" CHECK(case when "gift_card_moves"."kind" in ('issued', 'redeemed', 'returned') then "gift_card_moves"."amount_cents" > 0 else "gift_card_moves"."amount_cents" = 0 end),
	CONSTRAINT "gift_card_moves_order_known" CHECK(("gift_card_moves"."order_id" is not null) = ("gift_card_moves"."kind" in ('redeemed', 'returned')))
);
--> statement-breakpoint
CREATE INDEX `gift_card_moves_card` ON `gift_card_moves` (`card_id`,`id`);--> statement-breakpoint
CREATE INDEX `gift_card_moves_order` ON `gift_card_moves` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE TABLE `gift_card_settings` (
	`organizer_id` integer PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`least_cents` integer NOT NULL,
	`most_cents` integer NOT NULL,
	`years` integer NOT NULL,
	`changed_by` integer,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gift_card_settings_amounts" CHECK("gift_card_settings"."least_cents" > 0 and "gift_card_settings"."least_cents" <= "gift_card_settings"."most_cents"),
	CONSTRAINT "gift_card_settings_years" CHECK("gift_card_settings"."years" >= 3)
);
--> statement-breakpoint
CREATE TABLE `gift_cards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organizer_id` integer NOT NULL,
	`code` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`rest_cents` integer NOT NULL,
	`years` integer NOT NULL,
	`language` text NOT NULL,
	`buyer_name` text NOT NULL,
	`buyer_email` text,
	`recipient_name` text DEFAULT '' NOT NULL,
	`recipient_email` text,
	`message` text DEFAULT '' NOT NULL,
	`send_at` integer,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	`created_by` integer,
	`issued_at` integer,
	`valid_until` integer,
	`blocked_at` integer,
	`dropped_at` integer,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gift_cards_rest" CHECK("gift_cards"."rest_cents" >= 0 and "gift_cards"."rest_cents" <= "gift_cards"."amount_cents"),
	CONSTRAINT "gift_cards_amount" CHECK("gift_cards"."amount_cents" > 0),
	CONSTRAINT "gift_cards_issued" CHECK(("gift_cards"."issued_at" is null) = ("gift_cards"."valid_until" is null)),
	CONSTRAINT "gift_cards_rest_unpaid" CHECK("gift_cards"."issued_at" is not null or "gift_cards"."rest_cents" = 0),
	CONSTRAINT "gift_cards_dropped" CHECK("gift_cards"."dropped_at" is null or "gift_cards"."issued_at" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_cards_code_unique` ON `gift_cards` (`code`);--> statement-breakpoint
CREATE INDEX `gift_cards_organizer` ON `gift_cards` (`organizer_id`,`id`);--> statement-breakpoint
CREATE INDEX `gift_cards_buyer` ON `gift_cards` (`buyer_email`) WHERE buyer_email is not null;--> statement-breakpoint
CREATE INDEX `gift_cards_recipient` ON `gift_cards` (`recipient_email`) WHERE recipient_email is not null;--> statement-breakpoint
CREATE INDEX `gift_cards_unpaid` ON `gift_cards` (`created_at`) WHERE issued_at is null and dropped_at is null;--> statement-breakpoint
CREATE INDEX `gift_cards_to_send` ON `gift_cards` (`send_at`) WHERE send_at is not null and sent_at is null;--> statement-breakpoint
ALTER TABLE `organizers` ADD `takes_gift_cards` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- What happened to a card is never told otherwise, and what was sold stays what it is.
CREATE TRIGGER gift_card_moves_no_update BEFORE UPDATE ON gift_card_moves BEGIN SELECT RAISE(ABORT, 'moves of gift cards are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER gift_card_moves_no_delete BEFORE DELETE ON gift_card_moves BEGIN SELECT RAISE(ABORT, 'moves of gift cards are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER gift_cards_no_delete BEFORE DELETE ON gift_cards BEGIN SELECT RAISE(ABORT, 'gift cards are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER gift_cards_sold BEFORE UPDATE OF organizer_id, code, amount_cents ON gift_cards
WHEN NEW.organizer_id <> OLD.organizer_id OR NEW.code <> OLD.code OR NEW.amount_cents <> OLD.amount_cents
BEGIN SELECT RAISE(ABORT, 'what was sold of a gift card never changes'); END;
