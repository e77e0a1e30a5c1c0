import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { Address, Gender } from './rules/address.ts';

const at = (name: string) => integer(name).$type<Instant>();

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Normalized: trimmed, NFKC, lower case. */
    email: text('email').notNull(),
    firstname: text('firstname'),
    lastname: text('lastname'),
    gender: text('gender').$type<Gender>(),
    birthDate: text('birth_date').$type<CalendarDate>(),
    nationalityCountryCode: text('nationality_country_code'),
    contactAddress: text('contact_address', { mode: 'json' }).$type<Address>(),
    isSuperAdmin: integer('is_super_admin', { mode: 'boolean' }).notNull().default(false),
    language: text('language').$type<'de' | 'en-us'>(),
    termsAcceptedAt: at('terms_accepted_at'),
    /** When the mailbox was proven first; null while the address was only typed. */
    verifiedAt: at('verified_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
);

/** One live code an address; only its MAC is kept. */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    email: text('email').notNull(),
    codeMac: text('code_mac').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    index('login_codes_email').on(t.email, t.id),
    check('login_codes_attempts', sql`${t.attempts} between 0 and 5`),
  ],
);

/** The id is the SHA-256 of the cookie's secret: a copy of the database opens no session. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Survives the change of the session at login, so that drafts and orders of this visit stay. */
    visitId: text('visit_id').notNull(),
    level: text('level').$type<'unverified' | 'verified'>().notNull(),
    verifiedAt: at('verified_at'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    userAgent: text('user_agent'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
    check('sessions_level', sql`${t.level} in ('unverified', 'verified')`),
  ],
);
