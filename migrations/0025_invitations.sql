CREATE TABLE `organizer_invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organizer_id` integer NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`message` text,
	`invited_by` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`outcome` text,
	`ended_at` integer,
	`accepted_by` integer,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`accepted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organizer_invitations_waiting` ON `organizer_invitations` (`organizer_id`,`email`) WHERE "organizer_invitations"."outcome" is null;--> statement-breakpoint
CREATE INDEX `organizer_invitations_email` ON `organizer_invitations` (`email`);