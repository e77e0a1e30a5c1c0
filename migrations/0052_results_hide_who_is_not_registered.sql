ALTER TABLE `result_changes` ADD `is_name_shown` integer;--> statement-breakpoint
ALTER TABLE `results` ADD `is_name_shown` integer;