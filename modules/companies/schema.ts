import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Address } from '#modules/accounts/rules/address.ts';
import { users } from '#modules/accounts/schema.ts';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { centsColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { BillingRhythm } from './rules/company.ts';

const companyColumn = () =>
  integer('company_id')
    .notNull()
    .references(() => companies.id);

/** A company that an organizer lets order on account, and what they agreed. */
export const companies = sqliteTable(
  'companies',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text('name').notNull(),
    /** What invoices of its orders are made out to. */
    address: text('address', { mode: 'json' }).$type<Address>().notNull(),
    /** Where bills and reminders go; null: its account was erased, and nobody is written to. */
    contactEmail: text('contact_email'),
    language: text('language').$type<Locale>().notNull(),
    /** Between a bill and its due date. */
    paymentDays: integer('payment_days').notNull(),
    /** What may be open at most; a trigger of `company_orders` holds it too. */
    limit: centsColumn('limit_cents').notNull(),
    billing: text('billing').$type<BillingRhythm>().notNull(),
    /** null: bills are made by hand. */
    nextBillAt: instantColumn('next_bill_at'),
    /** Nobody orders on its account any more. What is open stays so. */
    isClosed: flagOffColumn('is_closed'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    index('companies_organizer').on(t.organizerId, t.name),
    index('companies_contact').on(t.contactEmail).where(sql`contact_email is not null`),
    index('companies_next_bill').on(t.nextBillAt).where(sql`next_bill_at is not null`),
    check('companies_days', sql`${t.paymentDays} between 1 and 90`),
    check('companies_limit', sql`${t.limit} between 1 and 100000000`),
    check('companies_billing', sql`${t.billing} in ('byHand', 'monthly')`),
  ],
);
export type Company = typeof companies.$inferSelect;

/** Mailboxes that may order on a company's account. */
export const companyMembers = sqliteTable(
  'company_members',
  { companyId: companyColumn(), email: text('email').notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.email] }), index('company_members_email').on(t.email)],
);

/**
 * Orders on account. One counts while it is complete and its way to pay is `account`: what is canceled, or came back and
 * was paid otherwise, is nothing of the company any more (`liveOnAccount`).
 */
export const companyOrders = sqliteTable(
  'company_orders',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    companyId: companyColumn(),
    /** The bill that it is on now; null: it waits for the next. */
    billId: integer('bill_id').references(() => companyBills.id),
    placedAt: instantColumn('placed_at').notNull(),
  },
  (t) => [index('company_orders_company').on(t.companyId, t.billId), index('company_orders_bill').on(t.billId)],
);

/** A collective bill: it asks for the open sums of several orders together. What it said when it was made never changes. */
export const companyBills = sqliteTable(
  'company_bills',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    companyId: companyColumn(),
    createdAt: instantColumn('created_at').notNull(),
    dueOn: text('due_on').$type<CalendarDate>().notNull(),
    /** When the day after it begins. */
    overdueAt: instantColumn('overdue_at').notNull(),
    total: centsColumn('total_cents').notNull(),
    /** null: made by the month. */
    editorId: integer('editor_id').references(() => users.id),
    /** How many reminders of it have gone out. */
    reminders: integer('reminders').notNull().default(0),
    nextReminderAt: instantColumn('next_reminder_at'),
    /** Taken back: it asks for nothing any more, and its orders are on none. */
    withdrawnAt: instantColumn('withdrawn_at'),
  },
  (t) => [
    index('company_bills_company').on(t.companyId, t.id),
    index('company_bills_reminder').on(t.nextReminderAt).where(sql`next_reminder_at is not null`),
    check('company_bills_total', sql`${t.total} > 0`),
  ],
);
export type CompanyBill = typeof companyBills.$inferSelect;

/** What each order of a bill had open when it was made. */
export const companyBillLines = sqliteTable(
  'company_bill_lines',
  {
    billId: integer('bill_id')
      .notNull()
      .references(() => companyBills.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    amount: centsColumn('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.billId, t.orderId] }),
    index('company_bill_lines_order').on(t.orderId),
    check('company_bill_lines_amount', sql`${t.amount} > 0`),
  ],
);

/** What was agreed with a company and who changed it. Only grows. */
export const companyAudits = sqliteTable(
  'company_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    companyId: companyColumn(),
    /** null: the house itself. */
    editorId: integer('editor_id').references(() => users.id),
    what: text('what').$type<'created' | 'changed' | 'billed' | 'paid' | 'withdrawn'>().notNull(),
    /** Names of what changed, never a mailbox; a number of a bill; cents. */
    detail: text('detail').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('company_audits_company').on(t.companyId, t.id)],
);
