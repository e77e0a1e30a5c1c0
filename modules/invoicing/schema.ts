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
import { ledgerEntries } from '#modules/payments/schema.ts';
import { centsColumn, flagColumn, instantColumn, rateColumn } from '#src/data/columns.ts';
import { zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { PaperData, PaperKind, PaperTemplate, Spacing } from './rules/paper.ts';
import type { MethodSums, MisfitReason, SettlementAction, ShareKind, ShareSum } from './rules/settlement.ts';

/** One series per organizer and one for the platform; gapless, in order of issue. */
export const invoiceSeries = sqliteTable(
  'invoice_series',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** null: the platform. */
    organizerId: integer('organizer_id').references(() => organizers.id),
    prefix: text('prefix').notNull(),
    suffix: text('suffix').notNull().default(''),
    last: integer('last').notNull().default(0),
  },
  (t) => [
    uniqueIndex('invoice_series_organizer').on(t.organizerId),
    uniqueIndex('invoice_series_platform').on(sql`(1)`).where(sql`organizer_id is null`),
  ],
);

/** Issued papers. Triggers refuse updates and deletes; changes get papers of their own. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    seriesId: integer('series_id')
      .notNull()
      .references(() => invoiceSeries.id),
    sequence: integer('sequence').notNull(),
    number: text('number').notNull(),
    kind: text('kind').$type<PaperKind>().notNull(),
    sellerKind: text('seller_kind').$type<'organizer' | 'platform'>().notNull(),
    /** The seller, or the organizer billed by the platform. */
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id),
    eventId: integer('event_id').references(() => events.id),
    orderId: integer('order_id').references(() => orders.id),
    settlementId: integer('settlement_id'),
    refersToId: integer('refers_to_id').references((): AnySQLiteColumn => invoices.id),
    /** Idempotency key. */
    occasion: text('occasion').notNull(),
    /** Change of the billed sum; negative for a credit note. */
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

/** The file as first handed out. */
export const invoiceFiles = sqliteTable('invoice_files', {
  invoiceId: integer('invoice_id')
    .primaryKey()
    .references(() => invoices.id),
  file: text('file').notNull(),
  /** Hex. */
  sha256: text('sha256').notNull(),
  createdAt: instantColumn('created_at').notNull(),
});

/** Fee invoices mailed to organizers, once each. */
export const invoiceMails = sqliteTable('invoice_mails', {
  invoiceId: integer('invoice_id')
    .primaryKey()
    .references(() => invoices.id),
  recipient: text('recipient').notNull(),
  createdAt: instantColumn('created_at').notNull(),
});

export const invoiceBacklogs = sqliteTable(
  'invoice_backlogs',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The event's setting at the last check. */
    isOn: flagColumn('is_on').notNull(),
    lastOrderId: integer('last_order_id').notNull().default(0),
    finishedAt: instantColumn('finished_at'),
  },
  (t) => [index('invoice_backlogs_waiting').on(t.eventId).where(sql`is_on = 1 and finished_at is null`)],
);

/** An organizer without a row has the plain template. */
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

/** All pictures ever used. Papers issued between the two ids may need the file. */
export const invoiceTemplatePictures = sqliteTable(
  'invoice_template_pictures',
  {
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Last paper before its first use. */
    afterInvoice: integer('after_invoice').notNull(),
    /** Last paper before its removal; null: in use. */
    untilInvoice: integer('until_invoice'),
  },
  (t) => [primaryKey({ columns: [t.organizerId, t.name] }), index('invoice_template_pictures_name').on(t.name)],
);
/** Closed settlements, immutable. Drafts are computed on demand. */
export const settlements = sqliteTable(
  'settlements',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    /** The main organizer at that time. */
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id),
    /** Per event: 1, 2, 3 … */
    number: integer('number').notNull(),
    /** Covered time span; it ends with the closing. */
    from: instantColumn('from').notNull(),
    until: instantColumn('until').notNull(),
    byMethod: text('by_method', { mode: 'json' }).$type<MethodSums[]>().notNull(),
    received: centsColumn('received_cents').notNull(),
    refunded: centsColumn('refunded_cents').notNull(),
    byCard: centsColumn('by_card_cents').notNull(),
    disagioRate: rateColumn('disagio_basis_points').notNull(),
    disagio: centsColumn('disagio_cents').notNull(),
    tickets: integer('tickets').notNull(),
    ticketFees: centsColumn('ticket_fees_cents').notNull(),
    /** disagio + ticketFees, gross. */
    fees: centsColumn('fees_cents').notNull(),
    feesNet: centsColumn('fees_net_cents').notNull(),
    feesTax: centsColumn('fees_tax_cents').notNull(),
    taxCategory: text('tax_category').$type<'S' | 'AE'>().notNull(),
    taxRate: rateColumn('tax_basis_points').notNull(),
    carriedIn: centsColumn('carried_in_cents').notNull(),
    balance: centsColumn('balance_cents').notNull(),
    keptForRefunds: centsColumn('kept_for_refunds_cents').notNull(),
    payout: centsColumn('payout_cents').notNull(),
    carriedOut: centsColumn('carried_out_cents').notNull(),
    /** Informational, not in the balance. */
    held: centsColumn('held_cents').notNull(),
    open: centsColumn('open_cents').notNull(),
    /** Paid vouchers and sold articles of the platform; by tax rate in `shares`. */
    vouchers: centsColumn('vouchers_cents').notNull().default(zeroCents),
    articles: centsColumn('articles_cents').notNull().default(zeroCents),
    shares: text('shares', { mode: 'json' }).$type<ShareSum[]>().notNull().default([]),
    cash: centsColumn('cash_cents').notNull().default(zeroCents),
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('settlements_number').on(t.eventId, t.number),
    index('settlements_organizer').on(t.organizerId, t.id),
    index('settlements_time').on(t.createdAt),
    check(
      'settlements_sum',
      sql`${t.balance} = ${t.carriedIn} + ${t.received} - ${t.refunded} - ${t.fees} + ${t.vouchers} - ${t.articles} - ${t.cash} and ${t.carriedOut} = ${t.balance} - ${t.payout}`,
    ),
    check(
      'settlements_fees',
      sql`${t.fees} = ${t.disagio} + ${t.ticketFees} and ${t.fees} = ${t.feesNet} + ${t.feesTax}`,
    ),
    check('settlements_payout', sql`${t.payout} >= 0`),
  ],
);

/** Platform vouchers and articles counted or reversed per order. */
export const settlementShares = sqliteTable(
  'settlement_shares',
  {
    settlementId: integer('settlement_id')
      .notNull()
      .references(() => settlements.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    kind: text('kind').$type<ShareKind>().notNull(),
    rate: rateColumn('vat_basis_points').notNull(),
    amount: centsColumn('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.settlementId, t.orderId, t.kind, t.rate] }),
    index('settlement_shares_event').on(t.eventId, t.orderId),
    check('settlement_shares_kind', sql`${t.kind} in ('voucher', 'article')`),
  ],
);

/** A ledger entry belongs to one settlement at most. */
export const settlementEntries = sqliteTable(
  'settlement_entries',
  {
    ledgerEntryId: integer('ledger_entry_id')
      .primaryKey()
      .references(() => ledgerEntries.id),
    settlementId: integer('settlement_id')
      .notNull()
      .references(() => settlements.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
  },
  (t) => [
    index('settlement_entries_settlement').on(t.settlementId, t.orderId),
    index('settlement_entries_order').on(t.orderId),
  ],
);

/** Tickets charged or reversed per order. */
export const settlementTickets = sqliteTable(
  'settlement_tickets',
  {
    settlementId: integer('settlement_id')
      .notNull()
      .references(() => settlements.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    tickets: integer('tickets').notNull(),
    fee: centsColumn('fee_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.settlementId, t.orderId] }),
    index('settlement_tickets_event').on(t.eventId, t.orderId),
  ],
);

/** One live row per settlement; a `returned` payout is replaced by a new row. */
export const payouts = sqliteTable(
  'payouts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    settlementId: integer('settlement_id')
      .notNull()
      .references(() => settlements.id),
    amount: centsColumn('amount_cents').notNull(),
    status: text('status').$type<PayoutStatus>().notNull(),
    fileId: integer('file_id').references(() => payoutFiles.id),
    /** Copied when the file is made. */
    name: text('name'),
    iban: text('iban'),
    bic: text('bic'),
    text: text('text'),
    /** The bank's id of the debit. */
    bankReference: text('bank_reference'),
    settledAt: instantColumn('settled_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('payouts_living').on(t.settlementId).where(sql`status <> 'returned'`),
    index('payouts_settlement').on(t.settlementId),
    index('payouts_file').on(t.fileId),
    index('payouts_waiting').on(t.status, t.fileId),
    check('payouts_amount', sql`${t.amount} > 0`),
    check('payouts_status', sql`${t.status} in ('open', 'paid', 'returned')`),
    check('payouts_in_file', sql`${t.fileId} is null or (${t.iban} is not null and ${t.name} is not null)`),
  ],
);
export type PayoutStatus = 'open' | 'paid' | 'returned';

/** A pain.001 file, rebuilt from its payouts. */
export const payoutFiles = sqliteTable(
  'payout_files',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    messageId: text('message_id').notNull().unique(),
    count: integer('count').notNull(),
    sum: centsColumn('sum_cents').notNull(),
    executionDate: text('execution_date').$type<CalendarDate>().notNull(),
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('payout_files_time').on(t.createdAt)],
);

/** Bank lines about payouts that need a person. */
export const payoutMisfits = sqliteTable(
  'payout_misfits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    amount: centsColumn('amount_cents').notNull(),
    bankReference: text('bank_reference').notNull(),
    reason: text('reason').$type<MisfitReason>().notNull(),
    payoutId: integer('payout_id').references(() => payouts.id),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    index('payout_misfits_time').on(t.createdAt),
    index('payout_misfits_payout').on(t.payoutId),
    check('payout_misfits_reason', sql`${t.reason} in ('unknown', 'returned', 'twice')`),
  ],
);
/** History of settlements; a trigger refuses updates and deletes. */
export const settlementAudits = sqliteTable(
  'settlement_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    settlementId: integer('settlement_id')
      .notNull()
      .references(() => settlements.id),
    action: text('action').$type<SettlementAction>().notNull(),
    amount: centsColumn('amount_cents').notNull(),
    note: text('note').notNull().default(''),
    /** null: from a bank file. */
    editorId: integer('editor_id').references(() => users.id),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    index('settlement_audits_settlement').on(t.settlementId, t.id),
    index('settlement_audits_event').on(t.eventId),
  ],
);

export const proofAlarms = sqliteTable('proof_alarms', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id),
  breaches: text('breaches', { mode: 'json' }).$type<string[]>().notNull(),
  since: instantColumn('since').notNull(),
});
