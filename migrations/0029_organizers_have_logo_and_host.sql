ALTER TABLE `organizers` ADD `logo` text;--> statement-breakpoint
ALTER TABLE `organizers` ADD `small_logo` text;--> statement-breakpoint
ALTER TABLE `organizers` ADD `host_name` text;--> statement-breakpoint
CREATE UNIQUE INDEX `organizers_host_name_unique` ON `organizers` (`host_name`);