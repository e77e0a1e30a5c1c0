CREATE TABLE `invoice_template_pictures` (
	`organizer_id` integer NOT NULL,
	`name` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`after_invoice` integer NOT NULL,
	`until_invoice` integer,
	PRIMARY KEY(`organizer_id`, `name`),
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invoice_template_pictures_name` ON `invoice_template_pictures` (`name`);--> statement-breakpoint
CREATE TABLE `invoice_templates` (
	`organizer_id` integer PRIMARY KEY NOT NULL,
	`description_top` text,
	`description_bottom` text,
	`spacing` text NOT NULL,
	`pictures` text NOT NULL,
	`changed_at` integer NOT NULL,
	`changed_by` integer,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
