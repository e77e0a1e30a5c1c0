-- What the columns of a bank list hold, chosen once by a person and known again by the head of the list.
CREATE TABLE `bank_file_columns` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`fields` text NOT NULL,
	`editor_id` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
