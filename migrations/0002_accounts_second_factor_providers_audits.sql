CREATE TABLE `account_audits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`actor_id` integer,
	`type` text NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`network` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_audits_user` ON `account_audits` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`new_email` text NOT NULL,
	`code_mac` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `identities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_subject` ON `identities` (`provider`,`subject`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `pending_logins` (
	`id` text PRIMARY KEY NOT NULL,
	`step` text NOT NULL,
	`user_id` integer,
	`provider` text NOT NULL,
	`subject` text,
	`target` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pending_logins_step" CHECK("pending_logins"."step" in ('totp', 'mailbox')),
	CONSTRAINT "pending_logins_whom" CHECK(("pending_logins"."step" = 'totp') = ("pending_logins"."user_id" is not null))
);
--> statement-breakpoint
CREATE INDEX `pending_logins_expiry` ON `pending_logins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `provider_logins` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`nonce` text NOT NULL,
	`code_verifier` text NOT NULL,
	`target` text NOT NULL,
	`browser_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `provider_logins_expiry` ON `provider_logins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`code_mac` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_mac` ON `recovery_codes` (`user_id`,`code_mac`);--> statement-breakpoint
CREATE TABLE `totps` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`enabled_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `provider` text DEFAULT 'code' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `must_rotate` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `impersonator_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `sessions` ADD `impersonator_verified_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `order_audits` ADD `impersonator_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE TRIGGER account_audits_no_update BEFORE UPDATE ON account_audits BEGIN SELECT RAISE(ABORT, 'audits are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER account_audits_no_delete BEFORE DELETE ON account_audits BEGIN SELECT RAISE(ABORT, 'audits are never deleted'); END;
