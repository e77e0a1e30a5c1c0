CREATE TABLE `companies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organizer_id` integer NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`contact_email` text,
	`language` text NOT NULL,
	`payment_days` integer NOT NULL,
	`limit_cents` integer NOT NULL,
	`billing` text NOT NULL,
	`next_bill_at` integer,
	`is_closed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "companies_days" CHECK("companies"."payment_days" between 1 and 90),
	CONSTRAINT "companies_limit" CHECK("companies"."limit_cents" between 1 and 100000000),
	CONSTRAINT "companies_billing" CHECK("companies"."billing" in ('byHand', 'monthly'))
);
--> statement-breakpoint
CREATE INDEX `companies_organizer` ON `companies` (`organizer_id`,`name`);--> statement-breakpoint
CREATE INDEX `companies_contact` ON `companies` (`contact_email`) WHERE contact_email is not null;--> statement-breakpoint
CREATE INDEX `companies_next_bill` ON `companies` (`next_bill_at`) WHERE next_bill_at is not null;--> statement-breakpoint
CREATE TABLE `company_audits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`editor_id` integer,
	`what` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_audits_company` ON `company_audits` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `company_bill_lines` (
	`bill_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`bill_id`, `order_id`),
	FOREIGN KEY (`bill_id`) REFERENCES `company_bills`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_bill_lines_amount" CHECK("company_bill_lines"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `company_bill_lines_order` ON `company_bill_lines` (`order_id`);--> statement-breakpoint
CREATE TABLE `company_bills` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_on` text NOT NULL,
	`overdue_at` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`editor_id` integer,
	`reminders` integer DEFAULT 0 NOT NULL,
	`next_reminder_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_bills_total" CHECK("company_bills"."total_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `company_bills_company` ON `company_bills` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `company_bills_reminder` ON `company_bills` (`next_reminder_at`) WHERE next_reminder_at is not null;--> statement-breakpoint
CREATE TABLE `company_members` (
	`company_id` integer NOT NULL,
	`email` text NOT NULL,
	PRIMARY KEY(`company_id`, `email`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_members_email` ON `company_members` (`email`);--> statement-breakpoint
CREATE TABLE `company_orders` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`bill_id` integer,
	`placed_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bill_id`) REFERENCES `company_bills`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_orders_company` ON `company_orders` (`company_id`,`bill_id`);--> statement-breakpoint
CREATE INDEX `company_orders_bill` ON `company_orders` (`bill_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `company_accounts` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER company_orders_limit BEFORE INSERT ON company_orders
WHEN (SELECT coalesce(sum(max(0, o.total_cents
      - (SELECT coalesce(sum(l.amount_cents), 0) FROM ledger_entries l WHERE l.order_id = o.id AND l.kind = 'payment')
      + (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.order_id = o.id AND r.status <> 'withdrawn' AND r.reason <> 'granted'))), 0)
    FROM orders o WHERE o.id = NEW.order_id OR (o.payment_method = 'account' AND o.status IN ('complete', 'shipped')
      AND o.id IN (SELECT order_id FROM company_orders WHERE company_id = NEW.company_id)))
  > (SELECT limit_cents FROM companies WHERE id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'more would be open on the account of a company than was agreed'); END;
--> statement-breakpoint
CREATE TRIGGER company_bills_no_change BEFORE UPDATE OF company_id, created_at, due_on, overdue_at, total_cents ON company_bills
BEGIN SELECT RAISE(ABORT, 'a bill that was made is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER company_bills_no_delete BEFORE DELETE ON company_bills BEGIN SELECT RAISE(ABORT, 'bills are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER company_bill_lines_no_update BEFORE UPDATE ON company_bill_lines
BEGIN SELECT RAISE(ABORT, 'a bill that was made is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER company_bill_lines_no_delete BEFORE DELETE ON company_bill_lines
BEGIN SELECT RAISE(ABORT, 'a bill that was made is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER company_bill_lines_once BEFORE INSERT ON company_bill_lines
WHEN EXISTS (SELECT 1 FROM company_orders c WHERE c.order_id = NEW.order_id AND c.bill_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'an order is on one bill at most'); END;
--> statement-breakpoint
CREATE TRIGGER company_audits_no_update BEFORE UPDATE ON company_audits BEGIN SELECT RAISE(ABORT, 'audits are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER company_audits_no_delete BEFORE DELETE ON company_audits BEGIN SELECT RAISE(ABORT, 'audits are never deleted'); END;
