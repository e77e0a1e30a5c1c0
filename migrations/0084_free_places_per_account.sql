ALTER TABLE `events` ADD `free_places_per_account` integer;
