import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { MailingFilter, MailingText } from './rules/mailing.ts';

export const mailings = sqliteTable(
  'mailings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    filter: text('filter', { mode: 'json' }).$type<MailingFilter>().notNull(),
    /** For participants of English orders; null: all get the German text. */
    text: text('text', { mode: 'json' }).$type<MailingText>().notNull(),
    status: text('status').$type<'draft' | 'sending' | 'sent' | 'stopped'>().notNull(),
    recipientCount: integer('recipient_count').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    startedAt: instantColumn('started_at'),
    finishedAt: instantColumn('finished_at'),
  },
  (t) => [
    index('mailings_event').on(t.eventId),
    index('mailings_sending').on(t.id).where(sql`status = 'sending'`),
    check('mailings_status', sql`${t.status} in ('draft', 'sending', 'sent', 'stopped')`),
  ],
);

/** Each address once, even when several participants share it. */
export const mailingRecipients = sqliteTable(
  'mailing_recipients',
  {
    mailingId: integer('mailing_id')
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    /** The first participant with this address. */
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    postedAt: instantColumn('posted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.mailingId, t.address] }),
    index('mailing_recipients_waiting').on(t.mailingId).where(sql`posted_at is null`),
  ],
);
