import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Gender } from '#modules/accounts/rules/genders.ts';
import { users } from '#modules/accounts/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/** People whom an account registers repeatedly: children, a partner, club members. */
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
    /** Folded name and birth date; unique per account. */
    identity: text('identity').notNull(),
    /** For a minor: when the guardians' consent was declared, and its wording. */
    consentAt: instantColumn('consent_at'),
    consentText: text('consent_text'),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (t) => [uniqueIndex('companions_once').on(t.userId, t.identity)],
);

/** People of earlier orders who are no longer offered to the buyer's account. */
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
