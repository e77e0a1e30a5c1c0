ALTER TABLE `mails` ADD `failure` text;--> statement-breakpoint
CREATE INDEX `mailbox_attachments_message` ON `mailbox_attachments` (`message_id`);--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`id`) WHERE status in ('queued', 'failed');
