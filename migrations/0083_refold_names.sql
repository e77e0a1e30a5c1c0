CREATE TABLE `refoldings` (
	`name` text PRIMARY KEY NOT NULL,
	`last_id` integer
);
--> statement-breakpoint
-- Keys that were stored before names were folded like this are computed anew by a job.
INSERT INTO `refoldings` (`name`, `last_id`) VALUES ('participants', 0), ('companions', 0);
