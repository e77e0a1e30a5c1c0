ALTER TABLE `organizers` ADD `organizer_processing_fee_cents` integer;--> statement-breakpoint
UPDATE `organizers` SET `organizer_processing_fee_cents` = (
  SELECT `e`.`organizer_processing_fee_cents` FROM `event_organizers` AS `o` JOIN `events` AS `e` ON `e`.`id` = `o`.`event_id`
  WHERE `o`.`organizer_id` = `organizers`.`id` AND `o`.`is_main` = 1 AND `e`.`organizer_processing_fee_cents` > 0
  ORDER BY `e`.`id` DESC LIMIT 1);
