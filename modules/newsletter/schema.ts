import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { Proof, Withdrawal } from './rules/consent.ts';

/** Consents to news of an organizer, at most one per order, with the sentence that was shown. */
export const newsletterConsents = sqliteTable(
  'newsletter_consents',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** A login in this visit proves the consent. */
    visitId: text('visit_id').notNull(),
    /** Normalized address at the time of the order. */
    email: text('email').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    language: text('language').$type<Locale>().notNull(),
    text: text('text').notNull(),
    textVersion: text('text_version').notNull(),
    givenAt: instantColumn('given_at').notNull(),
    askedAt: instantColumn('asked_at'),
    provenAt: instantColumn('proven_at'),
    provenBy: text('proven_by').$type<Proof>(),
    withdrawnAt: instantColumn('withdrawn_at'),
    withdrawnBy: text('withdrawn_by').$type<Withdrawal>(),
  },
  (t) => [
    uniqueIndex('newsletter_consents_order').on(t.orderId),
    index('newsletter_consents_event').on(t.eventId),
    index('newsletter_consents_address').on(t.organizerId, t.email),
    index('newsletter_consents_user').on(t.userId),
    // Used by the deletion job.
    index('newsletter_consents_unproven').on(t.givenAt).where(sql`proven_at is null`),
    index('newsletter_consents_ended').on(t.withdrawnAt).where(sql`withdrawn_at is not null`),
    check('newsletter_consents_proof', sql`(${t.provenAt} is null) = (${t.provenBy} is null)`),
    check('newsletter_consents_end', sql`(${t.withdrawnAt} is null) = (${t.withdrawnBy} is null)`),
  ],
);

export type Consent = typeof newsletterConsents.$inferSelect;
