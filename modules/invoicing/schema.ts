import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { centsColumn, flagColumn, instantColumn } from '#src/platform/columns.ts';
import type { PaperData, PaperKind, PaperTemplate, Spacing } from './rules/paper.ts';

/** Numbers of papers, one series an organizer and one of the platform; without a gap, in the sequence of issue. */
export const invoiceSeries = sqliteTable(
  'invoice_series',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** null: the platform's. */
    organizerId: integer('organizer_id').references(() => organizers.id),
    prefix: text('prefix').notNull(),
    suffix: text('suffix').notNull().default(''),
    /** The running number that was taken last. */
    last: integer('last').notNull().default(0),
  },
  (t) => [
    uniqueIndex('invoice_series_organizer').on(t.organizerId),
    uniqueIndex('invoice_series_platform').on(sql`(1)`).where(sql`organizer_id is null`),
  ],
);

/** Every paper that was issued. Triggers refuse to change or delete one: what happens later makes a paper of its own. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    seriesId: integer('series_id')
      .notNull()
      .references(() => invoiceSeries.id),
    /** The running number within the series. */
    sequence: integer('sequence').notNull(),
    number: text('number').notNull(),
    kind: text('kind').$type<PaperKind>().notNull(),
    sellerKind: text('seller_kind').$type<'organizer' | 'platform'>().notNull(),
    /** Whose it is: the seller, or whom the platform bills. */
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id),
    eventId: integer('event_id').references(() => events.id),
    orderId: integer('order_id').references(() => orders.id),
    settlementId: integer('settlement_id'),
    refersToId: integer('refers_to_id').references((): AnySQLiteColumn => invoices.id),
    /** Why it was issued, so that it is issued once. */
    occasion: text('occasion').notNull(),
    /** What it adds to what was billed: below 0 for a credit note. */
    total: centsColumn('total_cents').notNull(),
    issuedAt: instantColumn('issued_at').notNull(),
    data: text('data', { mode: 'json' }).$type<PaperData>().notNull(),
  },
  (t) => [
    uniqueIndex('invoices_sequence').on(t.seriesId, t.sequence),
    uniqueIndex('invoices_number').on(t.seriesId, t.number),
    uniqueIndex('invoices_occasion').on(t.occasion),
    index('invoices_order').on(t.orderId, t.id).where(sql`order_id is not null`),
    index('invoices_organizer').on(t.organizerId, t.sellerKind, t.issuedAt),
    index('invoices_issued').on(t.sellerKind, t.issuedAt),
    index('invoices_settlement').on(t.settlementId).where(sql`settlement_id is not null`),
    check('invoices_kind', sql`${t.kind} in ('invoice', 'creditNote', 'correction')`),
    check('invoices_sequence_positive', sql`${t.sequence} > 0`),
  ],
);

/** The file of a paper as it was first handed out; from then on it is that one. */
export const invoiceFiles = sqliteTable('invoice_files', {
  invoiceId: integer('invoice_id')
    .primaryKey()
    .references(() => invoices.id),
  /** Name of a stored file. */
  file: text('file').notNull(),
  /** Hex. */
  sha256: text('sha256').notNull(),
  createdAt: instantColumn('created_at').notNull(),
});

/** Orders of an event that turned invoices on when some were paid already: the job goes through them once. */
export const invoiceBacklogs = sqliteTable(
  'invoice_backlogs',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Whether the event issued invoices when it was looked at last. */
    isOn: flagColumn('is_on').notNull(),
    /** The highest order that was looked at. */
    lastOrderId: integer('last_order_id').notNull().default(0),
    finishedAt: instantColumn('finished_at'),
  },
  (t) => [index('invoice_backlogs_waiting').on(t.eventId).where(sql`is_on = 1 and finished_at is null`)],
);

/** How the papers of an organizer look from now on; without a row they are plain. */
export const invoiceTemplates = sqliteTable('invoice_templates', {
  organizerId: integer('organizer_id')
    .primaryKey()
    .references(() => organizers.id, { onDelete: 'cascade' }),
  descriptionTop: text('description_top'),
  descriptionBottom: text('description_bottom'),
  spacing: text('spacing', { mode: 'json' }).$type<Spacing>().notNull(),
  /** Names of stored files. */
  pictures: text('pictures', { mode: 'json' }).$type<PaperTemplate['pictures']>().notNull(),
  changedAt: instantColumn('changed_at').notNull(),
  changedBy: integer('changed_by').references(() => users.id, { onDelete: 'set null' }),
});

/**
 * Every picture that ever stood in a template. The papers of the organizer between the two numbers were issued while it
 * did, so their files may need it still.
 */
export const invoiceTemplatePictures = sqliteTable(
  'invoice_template_pictures',
  {
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The paper that was issued last before it was chosen first. */
    afterInvoice: integer('after_invoice').notNull(),
    /** The one that was issued last before it was taken away; null: it stands there. */
    untilInvoice: integer('until_invoice'),
  },
  (t) => [primaryKey({ columns: [t.organizerId, t.name] }), index('invoice_template_pictures_name').on(t.name)],
);
