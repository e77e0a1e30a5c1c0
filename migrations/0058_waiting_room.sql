CREATE TABLE `waiting_draws` (
	`event_id` integer NOT NULL,
	`drawn_at` integer NOT NULL,
	`seed` text NOT NULL,
	`seed_hash` text NOT NULL,
	`numbers` text NOT NULL,
	PRIMARY KEY(`event_id`, `drawn_at`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `waiting_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`visit_id` text NOT NULL,
	`user_id` integer,
	`number` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`rank` integer,
	`admitted_at` integer,
	`until` integer,
	`booked_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_places_turn" CHECK(("waiting_places"."admitted_at" is null) = ("waiting_places"."until" is null)),
	CONSTRAINT "waiting_places_order" CHECK("waiting_places"."admitted_at" is null or "waiting_places"."rank" is not null),
	CONSTRAINT "waiting_places_booked" CHECK("waiting_places"."booked_at" is null or "waiting_places"."admitted_at" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_places_visit` ON `waiting_places` (`visit_id`,`event_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_places_user` ON `waiting_places` (`user_id`,`event_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `waiting_places_next` ON `waiting_places` (`event_id`,`rank`,`seen_at`) WHERE admitted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_places_rank` ON `waiting_places` (`event_id`,`rank`);--> statement-breakpoint
CREATE INDEX `waiting_places_turns` ON `waiting_places` (`event_id`,`admitted_at`,`until`,`booked_at`) WHERE admitted_at is not null;--> statement-breakpoint
CREATE TABLE `waiting_rooms` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`begins_at` integer,
	`lead_minutes` integer NOT NULL,
	`most_at_once` integer NOT NULL,
	`per_minute` integer,
	`window_minutes` integer NOT NULL,
	`keep_until` integer,
	`is_paused` integer DEFAULT false NOT NULL,
	`editor_id` integer NOT NULL,
	`seed` text NOT NULL,
	`seed_hash` text NOT NULL,
	`drawn_at` integer,
	`ended_at` integer,
	`heard_at` integer,
	`resumed_at` integer,
	`last_number` integer DEFAULT 0 NOT NULL,
	`last_rank` integer DEFAULT 0 NOT NULL,
	`admitted_to` integer DEFAULT 0 NOT NULL,
	`admitted` integer DEFAULT 0 NOT NULL,
	`booked` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_rooms_pace" CHECK("waiting_rooms"."most_at_once" > 0 and ("waiting_rooms"."per_minute" is null or "waiting_rooms"."per_minute" > 0)),
	CONSTRAINT "waiting_rooms_window" CHECK("waiting_rooms"."window_minutes" > 0 and "waiting_rooms"."lead_minutes" > 0),
	CONSTRAINT "waiting_rooms_ranks" CHECK("waiting_rooms"."admitted_to" <= "waiting_rooms"."last_rank" and "waiting_rooms"."booked" <= "waiting_rooms"."admitted")
);
--> statement-breakpoint
CREATE INDEX `waiting_rooms_running` ON `waiting_rooms` (`event_id`) WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE `events` ADD `waiting_room` integer DEFAULT false NOT NULL;