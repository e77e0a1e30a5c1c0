import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { MailFailure } from '#src/mail/failures.ts';
import { instantColumn } from './columns.ts';

/** Written in the transaction of the event and delivered at least once. */
export const facts = sqliteTable(
  'facts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instantColumn('next_attempt_at').notNull(),
    doneAt: instantColumn('done_at'),
    lastError: text('last_error'),
  },
  (t) => [index('facts_waiting').on(t.nextAttemptAt).where(sql`done_at is null`)],
);

/** One row per fact and handler, written in the handler's transaction, so that its effect happens once. */
export const factReceipts = sqliteTable(
  'fact_receipts',
  {
    factId: integer('fact_id')
      .notNull()
      .references(() => facts.id, { onDelete: 'cascade' }),
    handler: text('handler').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.factId, t.handler] })],
);

/** The outbox. `uniqueKey` makes a mail go out once; its content is rendered from `params` when it is sent. */
export const mails = sqliteTable(
  'mails',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    type: text('type').notNull(),
    uniqueKey: text('unique_key').notNull(),
    recipient: text('recipient').notNull(),
    locale: text('locale').notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    orderId: integer('order_id'),
    priority: integer('priority').notNull().default(5),
    /** `dropped`: the reason for the mail had gone, so it was not sent. */
    status: text('status').$type<'queued' | 'sent' | 'failed' | 'dropped'>().notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instantColumn('next_attempt_at').notNull(),
    expiresAt: instantColumn('expires_at'),
    createdAt: instantColumn('created_at').notNull(),
    sentAt: instantColumn('sent_at'),
    messageId: text('message_id'),
    /** Of the last attempt, in the mail server's words where it answered. */
    lastError: text('last_error'),
    /** Also null during an attempt. */
    failure: text('failure').$type<MailFailure>(),
  },
  (t) => [
    uniqueIndex('mails_once').on(t.uniqueKey),
    index('mails_waiting').on(t.priority, t.nextAttemptAt).where(sql`status = 'queued'`),
    index('mails_of_order').on(t.orderId),
    index('mails_unsent').on(t.id).where(sql`status in ('queued', 'failed')`),
    index('mails_failed').on(t.orderId).where(sql`status = 'failed'`),
    check('mails_status', sql`${t.status} in ('queued', 'sent', 'failed', 'dropped')`),
  ],
);

/** The built-in mailbox, used without an SMTP server. */
export const mailboxMessages = sqliteTable('mailbox_messages', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  mailId: integer('mail_id').references(() => mails.id, { onDelete: 'cascade' }),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  createdAt: instantColumn('created_at').notNull(),
});

export const mailboxAttachments = sqliteTable(
  'mailbox_attachments',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    messageId: integer('message_id')
      .notNull()
      .references(() => mailboxMessages.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    inlineId: text('inline_id'),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (t) => [index('mailbox_attachments_message').on(t.messageId)],
);

/** An expired lease is free, so a killed process does not block a job. */
export const jobLeases = sqliteTable('job_leases', {
  name: text('name').primaryKey(),
  owner: text('owner').notNull(),
  leasedUntil: instantColumn('leased_until').notNull(),
  nextRunAt: instantColumn('next_run_at').notNull(),
});

/** How often `key` occurred in the window that began at `windowStart`. */
export const limitCounters = sqliteTable(
  'limit_counters',
  {
    key: text('key').notNull(),
    windowStart: instantColumn('window_start').notNull(),
    count: integer('count').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('limit_counters_expiry').on(t.expiresAt)],
);

/** Keys of repeatable calls; see `idempotency.ts`. `answer` is sealed, and null until the call has ended. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    id: text('id').primaryKey(),
    bodyHash: text('body_hash').notNull(),
    answer: text('answer'),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (t) => [index('idempotency_keys_expiry').on(t.expiresAt)],
);

/** Small values, such as the moment demo data was added. */
export const installation = sqliteTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Forms that were posted after the session ended and wait for the login. */
export const savedForms = sqliteTable(
  'kept_forms',
  {
    hash: text('hash').primaryKey(),
    page: text('page').notNull(),
    action: text('action').notNull(),
    locale: text('locale', { enum: ['de', 'en-us'] }).notNull(),
    fields: text('fields', { mode: 'json' }).$type<[name: string, value: string][]>().notNull(),
    keptAt: instantColumn('kept_at').notNull(),
  },
  (t) => [index('kept_forms_at').on(t.keptAt)],
);
