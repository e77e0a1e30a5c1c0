import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { MailFailure } from '#src/mail/failures.ts';
import { instantColumn } from './columns.ts';

/** The tables of the platform itself: facts, mails, job leases, limits. Instants are epoch milliseconds. */

/** What happened, written in the transaction in which it happened, and delivered at least once. */
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

/** One row a fact and handler: the row is written in the handler's own transaction, so its effect happens once. */
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

/** The outbox. `uniqueKey` is what makes a mail go out once; the content is made from `params` when it is sent. */
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
    /** `dropped`: its reason was gone when its turn came, so it was never sent. */
    status: text('status').$type<'queued' | 'sent' | 'failed' | 'dropped'>().notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instantColumn('next_attempt_at').notNull(),
    expiresAt: instantColumn('expires_at'),
    createdAt: instantColumn('created_at').notNull(),
    sentAt: instantColumn('sent_at'),
    messageId: text('message_id'),
    /** Of the last try, in the words of the mail server where it said something. */
    lastError: text('last_error'),
    /** The kind of it; null also while a try is under way, when nobody may say that the mail is due. */
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

/** The built-in mailbox, used when no SMTP server is set: what would have gone out. */
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

/** Who may run a job now. A lease that ran out is free, so a killed process blocks nothing for long. */
export const jobLeases = sqliteTable('job_leases', {
  name: text('name').primaryKey(),
  owner: text('owner').notNull(),
  leasedUntil: instantColumn('leased_until').notNull(),
  nextRunAt: instantColumn('next_run_at').notNull(),
});

/** Counters of limits: how often `key` did something in the window that began at `windowStart`. */
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

/** Small values of the installation, such as the moment demo data was added. */
export const installation = sqliteTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Forms that were posted after the session had ended, waiting for the login; see `forms/kept-forms.ts`. */
export const savedForms = sqliteTable(
  'kept_forms',
  {
    hash: text('hash').primaryKey(),
    /** The path of the page that held the form. */
    page: text('page').notNull(),
    action: text('action').notNull(),
    locale: text('locale', { enum: ['de', 'en-us'] }).notNull(),
    fields: text('fields', { mode: 'json' }).$type<[name: string, value: string][]>().notNull(),
    keptAt: instantColumn('kept_at').notNull(),
  },
  (t) => [index('kept_forms_at').on(t.keptAt)],
);
