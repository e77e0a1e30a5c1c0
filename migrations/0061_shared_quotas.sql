CREATE TABLE `shared_quota_competitions` (
	`competition_id` integer PRIMARY KEY NOT NULL,
	`quota_id` integer NOT NULL,
	FOREIGN KEY (`competition_id`) REFERENCES `competitions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`quota_id`) REFERENCES `shared_quotas`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `shared_quota_competitions_quota` ON `shared_quota_competitions` (`quota_id`,`competition_id`);--> statement-breakpoint
CREATE TABLE `shared_quotas` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`title` text NOT NULL,
	`total` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shared_quotas_total" CHECK("shared_quotas"."total" >= 0)
);
--> statement-breakpoint
CREATE INDEX `shared_quotas_event` ON `shared_quotas` (`event_id`);--> statement-breakpoint
CREATE TRIGGER `shared_quota_room` AFTER UPDATE OF `sold` ON `competitions` WHEN NEW.`sold` > OLD.`sold` AND EXISTS (
  SELECT 1 FROM `shared_quota_competitions` l JOIN `shared_quotas` q ON q.`id` = l.`quota_id` WHERE l.`competition_id` = NEW.`id`
    AND (SELECT sum(m.`sold`) FROM `shared_quota_competitions` o JOIN `competitions` m ON m.`id` = o.`competition_id`
      WHERE o.`quota_id` = q.`id`) > q.`total`)
BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: shared_quota_room'); END;
