import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import type { MailingText } from '#modules/mailings/rules/mailing.ts';
import { orders, participantArticles } from '#modules/orders/schema.ts';
import { centsColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import { zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type {
  BankLineOutcome,
  FailureHandling,
  PaymentStatus,
  ProviderStatus,
  RefundReason,
  RefundRowStatus,
  RefundWay,
} from './rules/states.ts';

/**
 * One try to pay an order. A transfer has one (its reference is the order's own); through the provider every try is a row
 * of its own, and at most one of them may complete the order.
 */
export const paymentAttempts = sqliteTable(
  'payment_attempts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    method: text('method').notNull(),
    /** What the payer writes on the transfer; at the provider the order id that names this try. */
    reference: text('reference').notNull(),
    amount: centsColumn('amount_cents').notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
    // From here on only for tries through the provider.
    /** In the addresses that the provider sends the payer and its own notifications to. */
    secret: text('secret'),
    token: text('token'),
    /** Until then the payer may open the provider's page. */
    pageUntil: instantColumn('page_until'),
    providerStatus: text('provider_status').$type<ProviderStatus>(),
    transactionId: text('transaction_id'),
    captureId: text('capture_id'),
    /** For people: `VISA xxxx 1234`. */
    means: text('means'),
    /** Why it failed: a code of ours, the provider's name of the error, what may be tried next, and words for the payer. */
    problem: text('problem'),
    errorName: text('error_name'),
    failureHandling: text('failure_handling').$type<FailureHandling>(),
    payerMessage: text('payer_message'),
    /** The request that captures keeps its id over all its tries. */
    captureRequestId: text('capture_request_id'),
    captureTries: integer('capture_tries').notNull().default(0),
    /** When the provider is asked next without anybody asking for it; null: never again. */
    nextAskAt: instantColumn('next_ask_at'),
    askedAt: instantColumn('asked_at'),
    asks: integer('asks').notNull().default(0),
    /** Somebody is at it until then. */
    leasedUntil: instantColumn('leased_until'),
  },
  (t) => [
    uniqueIndex('payment_attempts_reference').on(t.method, t.reference),
    uniqueIndex('payment_attempts_secret').on(t.secret),
    index('payment_attempts_order').on(t.orderId),
    index('payment_attempts_next_ask').on(t.nextAskAt).where(sql`next_ask_at is not null`),
    check('payment_attempts_status', sql`${t.status} in ('pending', 'authorized', 'completed', 'failed')`),
  ],
);

/** The money ledger, append only: payments in, refunds out. An order's paid sum is their difference. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').$type<'payment' | 'refund'>().notNull(),
    method: text('method').notNull(),
    amount: centsColumn('amount_cents').notNull(),
    /** The same money is entered once: the bank's or the provider's own identification. */
    reference: text('reference').notNull(),
    note: text('note').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_entries_once').on(t.kind, t.method, t.reference),
    index('ledger_entries_order').on(t.orderId),
    index('ledger_entries_time').on(t.createdAt, t.orderId, t.kind, t.method, t.amount),
    check('ledger_entries_amount', sql`${t.amount} > 0`),
  ],
);

/**
 * The money of an event: its ledger added up, and what orders that wait are still to bring (each its total less what it
 * has). Triggers keep it, in the transaction of whatever happens.
 */
export const eventMoneySums = sqliteTable('event_money_sums', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id),
  payments: integer('payments').notNull().default(0),
  received: centsColumn('received_cents').notNull().default(zeroCents),
  refunds: integer('refunds').notNull().default(0),
  refunded: centsColumn('refunded_cents').notNull().default(zeroCents),
  openOrders: integer('open_orders').notNull().default(0),
  open: centsColumn('open_cents').notNull().default(zeroCents),
});

/**
 * Money that goes back, or should. A row is the intention; the ledger gets its entry when the money has gone. What came
 * in too much (twice, too late, more than asked) goes back whole and counts apart from what an order was granted.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** The payment that goes back through the provider; null: a transfer, or cash. */
    attemptId: integer('attempt_id').references(() => paymentAttempts.id),
    /** `cash`: the organizer gives back what it took at the desk; no money of the platform goes. */
    way: text('way').$type<RefundWay>().notNull(),
    /** Of the payment: bank, visa … */
    method: text('method').notNull(),
    amount: centsColumn('amount_cents').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    status: text('status').$type<RefundRowStatus>().notNull(),
    /** null: by the house, because of what happened. */
    editorId: integer('editor_id').references(() => users.id),
    /** Opened once: what it is the answer to. Also its order id at the provider, or the end-to-end id of its transfer. */
    reference: text('reference').notNull(),
    iban: text('iban'),
    accountHolder: text('account_holder'),
    /** Of an account outside the European Economic Area. */
    bic: text('bic'),
    providerStatus: text('provider_status').$type<ProviderStatus>(),
    transactionId: text('transaction_id'),
    captureId: text('capture_id'),
    problem: text('problem'),
    errorName: text('error_name'),
    /** What the provider said of it, for administrators. */
    message: text('message'),
    requestId: text('request_id'),
    tries: integer('tries').notNull().default(0),
    /** When the job takes it up; null: it waits for a person. */
    nextTryAt: instantColumn('next_try_at'),
    leasedUntil: instantColumn('leased_until'),
    fileId: integer('file_id').references(() => refundFiles.id),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (t) => [
    uniqueIndex('refunds_reference').on(t.reference),
    index('refunds_order').on(t.orderId),
    index('refunds_status').on(t.status, t.way),
    index('refunds_next_try').on(t.nextTryAt).where(sql`next_try_at is not null`),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_status_known', sql`${t.status} in ('pending', 'completed', 'failed', 'withdrawn')`),
  ],
);

/** A pain.001 file that pays refunds by transfer. The file itself is made anew from its refunds. */
export const refundFiles = sqliteTable('refund_files', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  messageId: text('message_id').notNull().unique(),
  count: integer('count').notNull(),
  sum: centsColumn('sum_cents').notNull(),
  executionDate: text('execution_date').$type<CalendarDate>().notNull(),
  editorId: integer('editor_id')
    .notNull()
    .references(() => users.id),
  createdAt: instantColumn('created_at').notNull(),
});

/** One bank file that was imported. */
export const bankImports = sqliteTable('bank_imports', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  fileName: text('file_name').notNull(),
  /** camt.053, mt940, or the CSV's layout. */
  format: text('format').notNull(),
  /** SHA-256 of the file, hex. */
  fileHash: text('file_hash').notNull(),
  lines: integer('lines').notNull(),
  /** Lines that were not known from an earlier file. */
  newLines: integer('new_lines').notNull(),
  editorId: integer('editor_id')
    .notNull()
    .references(() => users.id),
  createdAt: instantColumn('created_at').notNull(),
});

/** One movement on the collecting account. A line is known by its fingerprint, so that the same one comes in once. */
export const bankLines = sqliteTable(
  'bank_lines',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    importId: integer('import_id')
      .notNull()
      .references(() => bankImports.id),
    fingerprint: text('fingerprint').notNull(),
    accountIban: text('account_iban'),
    bookingDate: text('booking_date').$type<CalendarDate>().notNull(),
    valueDate: text('value_date').$type<CalendarDate>(),
    /** Above 0 what came in, below what went out. */
    amount: centsColumn('amount_cents').notNull(),
    payerName: text('payer_name').notNull().default(''),
    payerIban: text('payer_iban'),
    /** What the payer wrote. */
    text: text('text').notNull().default(''),
    endToEndId: text('end_to_end_id'),
    bankReference: text('bank_reference'),
    /** The bank says that it takes another booking back. null: imported before this was stored. */
    isReversal: integer('is_reversal', { mode: 'boolean' }),
    outcome: text('outcome').$type<BankLineOutcome>().notNull(),
    /** The order that the line names, booked on it or not; of several the first. */
    orderId: integer('order_id').references(() => orders.id),
    /** Who matched it by hand or set it aside. */
    editorId: integer('editor_id').references(() => users.id),
    isClosed: flagOffColumn('is_closed'),
    /** Why somebody set it aside. */
    note: text('note').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('bank_lines_fingerprint').on(t.fingerprint),
    index('bank_lines_open').on(t.outcome, t.id).where(sql`is_closed = 0`),
    index('bank_lines_order').on(t.orderId),
    index('bank_lines_import').on(t.importId),
  ],
);

/** What the columns of a bank's table hold, as a person chose it. A table is known by its head. */
export const bankFileColumns = sqliteTable('bank_file_columns', {
  /** SHA-256 of the names of its columns, hex. */
  fingerprint: text('fingerprint').primaryKey(),
  /** A field for each column, in their order. */
  fields: text('fields', { mode: 'json' }).$type<readonly string[]>().notNull(),
  editorId: integer('editor_id')
    .notNull()
    .references(() => users.id),
  updatedAt: instantColumn('updated_at').notNull(),
});

/**
 * Payments that somebody had said to be here, and the line of the bank that brought the very money later. Of the same write
 * as the line's closing; nothing is entered a second time.
 */
export const paymentProofs = sqliteTable('payment_proofs', {
  ledgerEntryId: integer('ledger_entry_id')
    .primaryKey()
    .references(() => ledgerEntries.id),
  bankLineId: integer('bank_line_id')
    .notNull()
    .unique()
    .references(() => bankLines.id),
  editorId: integer('editor_id')
    .notNull()
    .references(() => users.id),
  createdAt: instantColumn('created_at').notNull(),
});

/** What goes back to everybody when an event does not take place. */
export const eventRefundModes = ['none', 'withoutProcessingFee', 'full'] as const;
export type EventRefundMode = (typeof eventRefundModes)[number];

/** An event that is canceled with everything that follows from it: one piece after the other, each in a write of its own. */
export const eventCancellations = sqliteTable(
  'event_cancellations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    startedBy: integer('started_by')
      .notNull()
      .references(() => users.id),
    refundMode: text('refund_mode').$type<EventRefundMode>().notNull(),
    /** What everybody is written; null: nothing beyond the mails about their orders. */
    message: text('message', { mode: 'json' }).$type<MailingText>(),
    /** Orders that were not canceled when it began. */
    orderCount: integer('order_count').notNull(),
    /** The highest order that is done. */
    lastOrderId: integer('last_order_id').notNull().default(0),
    canceledCount: integer('canceled_count').notNull().default(0),
    refundedCents: centsColumn('refunded_cents').notNull(),
    mailCount: integer('mail_count').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
  },
  (t) => [
    uniqueIndex('event_cancellations_running').on(t.eventId).where(sql`${t.finishedAt} is null`),
    index('event_cancellations_event').on(t.eventId),
    index('event_cancellations_waiting').on(t.finishedAt, t.id),
  ],
);

/** Articles that were added to a paid order and are taken off it again when they are not paid by then. */
export const unpaidAdditions = sqliteTable(
  'unpaid_additions',
  {
    participantArticleId: integer('participant_article_id')
      .primaryKey()
      .references(() => participantArticles.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    dueAt: instantColumn('due_at').notNull(),
  },
  (t) => [index('unpaid_additions_order').on(t.orderId), index('unpaid_additions_due').on(t.dueAt)],
);
