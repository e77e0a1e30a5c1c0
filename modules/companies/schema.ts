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

export const companies = sqliteTable(
  'companies',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text('name').notNull(),
    address: text('address', { mode: 'json' }).$type<Address>().notNull(),
    /** Recipient of bills and reminders; null: the account was erased, no mails. */
    contactEmail: text('contact_email'),
    language: text('language').$type<Locale>().notNull(),
    paymentDays: integer('payment_days').notNull(),
    /** Maximum of open cents; enforced by a trigger of `company_orders`, too. */
    limit: centsColumn('limit_cents').notNull(),
    billing: text('billing').$type<BillingRhythm>().notNull(),
    /** null: bills are made by hand. */
    nextBillAt: instantColumn('next_bill_at'),
    /** No new orders; open ones stay. */
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

export const companyMembers = sqliteTable(
  'company_members',
  { companyId: companyColumn(), email: text('email').notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.email] }), index('company_members_email').on(t.email)],
);

/**
 * Orders on account. One counts while it is complete and paid by `account`; a canceled order, or one paid another way
 * later, no longer counts (`isOnAccount`).
 */
export const companyOrders = sqliteTable(
  'company_orders',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    companyId: companyColumn(),
    /** null: waits for the next bill. */
    billId: integer('bill_id').references(() => companyBills.id),
    placedAt: instantColumn('placed_at').notNull(),
  },
  (t) => [index('company_orders_company').on(t.companyId, t.billId), index('company_orders_bill').on(t.billId)],
);

/** A collective bill for several orders. Its content never changes. */
export const companyBills = sqliteTable(
  'company_bills',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    companyId: companyColumn(),
    createdAt: instantColumn('created_at').notNull(),
    dueOn: text('due_on').$type<CalendarDate>().notNull(),
    /** The instant after the due day. */
    overdueAt: instantColumn('overdue_at').notNull(),
    total: centsColumn('total_cents').notNull(),
    /** null: the monthly job. */
    editorId: integer('editor_id').references(() => users.id),
    reminders: integer('reminders').notNull().default(0),
    nextReminderAt: instantColumn('next_reminder_at'),
    /** Its orders are on no bill again. */
    withdrawnAt: instantColumn('withdrawn_at'),
  },
  (t) => [
    index('company_bills_company').on(t.companyId, t.id),
    index('company_bills_reminder').on(t.nextReminderAt).where(sql`next_reminder_at is not null`),
    check('company_bills_total', sql`${t.total} > 0`),
  ],
);
export type CompanyBill = typeof companyBills.$inferSelect;

/** Open sum of each order when the bill was made. */
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

/** Changes of a company, append-only. */
export const companyAudits = sqliteTable(
  'company_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    companyId: companyColumn(),
    editorId: integer('editor_id').references(() => users.id),
    what: text('what').$type<'created' | 'changed' | 'billed' | 'paid' | 'withdrawn'>().notNull(),
    /** Names of changed fields, never a mailbox; a bill's number and cents. */
    detail: text('detail').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('company_audits_company').on(t.companyId, t.id)],
);
