import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import type { MailingText } from '#modules/mailings/rules/mailing.ts';
import { orders, participantArticles, participants } from '#modules/orders/schema.ts';
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

/** An attempt to pay. Each provider attempt is a row, and at most one completes the order. */
export const paymentAttempts = sqliteTable(
  'payment_attempts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    method: text('method').notNull(),
    /** Payment reference of the transfer, or order id at the provider. */
    reference: text('reference').notNull(),
    amount: centsColumn('amount_cents').notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
    secret: text('secret'),
    token: text('token'),
    /** Expiry of the provider's page. */
    pageUntil: instantColumn('page_until'),
    providerStatus: text('provider_status').$type<ProviderStatus>(),
    transactionId: text('transaction_id'),
    captureId: text('capture_id'),
    means: text('means'),
    /** Of a failure: problem code, provider's error name, next step, and message to the payer. */
    problem: text('problem'),
    errorName: text('error_name'),
    failureHandling: text('failure_handling').$type<FailureHandling>(),
    payerMessage: text('payer_message'),
    captureRequestId: text('capture_request_id'),
    captureTries: integer('capture_tries').notNull().default(0),
    /** Next status request by the job; null: none. */
    nextAskAt: instantColumn('next_ask_at'),
    askedAt: instantColumn('asked_at'),
    asks: integer('asks').notNull().default(0),
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

/** Append-only ledger: payments in, refunds out. The paid sum of an order is their difference. */
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
    /** Identification by bank or provider; makes the entry unique. */
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

/** Money of an event: the sum of its ledger, and the outstanding amount of pending orders. Maintained by triggers. */
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

/** A row is the intention; the ledger entry follows when the money is sent. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** The provider payment to refund; null: transfer or cash. */
    attemptId: integer('attempt_id').references(() => paymentAttempts.id),
    /** `cash`: the organizer returns it; the platform pays nothing. */
    way: text('way').$type<RefundWay>().notNull(),
    method: text('method').notNull(),
    amount: centsColumn('amount_cents').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    status: text('status').$type<RefundRowStatus>().notNull(),
    editorId: integer('editor_id').references(() => users.id),
    /** Idempotency key. Also order id at the provider, or end-to-end id of the transfer. */
    reference: text('reference').notNull(),
    iban: text('iban'),
    accountHolder: text('account_holder'),
    bic: text('bic'),
    providerStatus: text('provider_status').$type<ProviderStatus>(),
    transactionId: text('transaction_id'),
    captureId: text('capture_id'),
    problem: text('problem'),
    errorName: text('error_name'),
    message: text('message'),
    requestId: text('request_id'),
    tries: integer('tries').notNull().default(0),
    /** Next try by the job; null: waits for a person. */
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

/** A pain.001 file of refunds, rendered from them on each download. */
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

export const bankImports = sqliteTable('bank_imports', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  fileName: text('file_name').notNull(),
  format: text('format').notNull(),
  fileHash: text('file_hash').notNull(),
  lines: integer('lines').notNull(),
  newLines: integer('new_lines').notNull(),
  editorId: integer('editor_id')
    .notNull()
    .references(() => users.id),
  createdAt: instantColumn('created_at').notNull(),
});

/** A movement on the collecting account, unique by fingerprint. */
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
    amount: centsColumn('amount_cents').notNull(),
    payerName: text('payer_name').notNull().default(''),
    payerIban: text('payer_iban'),
    text: text('text').notNull().default(''),
    endToEndId: text('end_to_end_id'),
    bankReference: text('bank_reference'),
    /** The bank marked it as a reversal; null: imported before this was stored. */
    isReversal: integer('is_reversal', { mode: 'boolean' }),
    outcome: text('outcome').$type<BankLineOutcome>().notNull(),
    /** The named order, paid by it or not; the first of several. */
    orderId: integer('order_id').references(() => orders.id),
    /** Who assigned it or set it aside. */
    editorId: integer('editor_id').references(() => users.id),
    isClosed: flagOffColumn('is_closed'),
    /** Why a person set it aside. */
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

/** Columns of a bank's table as chosen by a person; identified by the header. */
export const bankFileColumns = sqliteTable('bank_file_columns', {
  fingerprint: text('fingerprint').primaryKey(),
  fields: text('fields', { mode: 'json' }).$type<readonly string[]>().notNull(),
  editorId: integer('editor_id')
    .notNull()
    .references(() => users.id),
  updatedAt: instantColumn('updated_at').notNull(),
});

/** Payments confirmed by hand, with the bank line that later proved them. No money is entered a second time. */
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

export const eventRefundModes = ['none', 'withoutProcessingFee', 'full'] as const;
export type EventRefundMode = (typeof eventRefundModes)[number];

/** An event cancellation; the job works on it batch by batch. */
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
    /** Message to all participants; null: only the mails about the orders. */
    message: text('message', { mode: 'json' }).$type<MailingText>(),
    orderCount: integer('order_count').notNull(),
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

/** Articles added to a paid order, removed if they are not paid in time. */
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

/** People whom a buyer added to a team of a paid order, removed if they are not paid in time. */
export const unpaidMembers = sqliteTable(
  'unpaid_members',
  {
    participantId: integer('participant_id')
      .primaryKey()
      .references(() => participants.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    dueAt: instantColumn('due_at').notNull(),
  },
  (t) => [index('unpaid_members_order').on(t.orderId), index('unpaid_members_due').on(t.dueAt)],
);
