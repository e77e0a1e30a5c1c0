import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Gender } from '#modules/accounts/rules/genders.ts';
import { users } from '#modules/accounts/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/** Whom an account signs up again and again: its children, its partner, people of its club. */
export const companions = sqliteTable(
  'companions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    birthDate: text('birth_date').$type<CalendarDate>().notNull(),
    gender: text('gender').$type<Gender>(),
    nationalityCountryCode: text('nationality_country_code'),
    email: text('email'),
    club: text('club'),
    /** Names and birth date, folded: the same person is kept once. */
    identity: text('identity').notNull(),
    /** Of a minor: when the account said that their guardians agree, and in which words. */
    consentAt: instantColumn('consent_at'),
    consentText: text('consent_text'),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (t) => [uniqueIndex('companions_once').on(t.userId, t.identity)],
);

/** People of earlier orders whom the buyer's account no longer wants to be offered. Names nobody by themselves. */
export const unofferedParticipants = sqliteTable(
  'unoffered_participants',
  {
    participantId: integer('participant_id')
      .primaryKey()
      .references(() => participants.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('unoffered_participants_user').on(t.userId)],
);

export type Companion = typeof companions.$inferSelect;
