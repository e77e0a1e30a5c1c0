import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flagColumn, instantColumn } from '#src/data/columns.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { Address, Gender } from './rules/address.ts';

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
    isSuperAdmin: flagColumn('is_super_admin').notNull().default(false),
    language: text('language').$type<'de' | 'en-us'>(),
    termsAcceptedAt: instantColumn('terms_accepted_at'),
    /** First proof of the mailbox; null while the address is unproven. */
    verifiedAt: instantColumn('verified_at'),
    createdAt: instantColumn('created_at').notNull(),
    /** Deleted by the person; retained orders still reference it. */
    deletedAt: instantColumn('deleted_at'),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
);

/** Codes requested by different browsers exist side by side, so that none replaces another's. Only MACs are stored. */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    email: text('email').notNull(),
    codeMac: text('code_mac').notNull(),
    /** SHA-256 of the requesting browser's secret; its attempts are `attempts`. */
    browserHash: text('browser_hash'),
    attempts: integer('attempts').notNull().default(0),
    /** Attempts of clients without cookies; null: only the requesting browser may enter it. */
    openAttempts: integer('open_attempts').default(0),
    /** Cannot be guessed: valid in every browser, unlimited attempts. */
    isLong: flagColumn('is_long').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (t) => [
    index('login_codes_email').on(t.email, t.id),
    check('login_codes_attempts', sql`${t.attempts} between 0 and 5`),
  ],
);

/** The id is the SHA-256 of the cookie's secret, so that a copy of the database opens no session. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Survives the change of session at login, so that drafts and orders stay. */
    visitId: text('visit_id').notNull(),
    level: text('level').$type<'unverified' | 'verified'>().notNull(),
    verifiedAt: instantColumn('verified_at'),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    userAgent: text('user_agent'),
    /** Updated occasionally; null in old sessions. */
    lastSeenAt: instantColumn('last_seen_at'),
    /** `code`, `address` (unproven), a provider's name, or `provider-impersonate`. */
    provider: text('provider').notNull().default('code'),
    /** The rights changed: the next request rotates the id. */
    mustRotate: flagColumn('must_rotate').notNull().default(false),
    /** The super admin who acts as this user, and the session to return to. */
    impersonatorId: integer('impersonator_id').references(() => users.id),
    impersonatorVerifiedAt: instantColumn('impersonator_verified_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_visit').on(t.visitId),
    index('sessions_expiry').on(t.expiresAt),
    check('sessions_level', sql`${t.level} in ('unverified', 'verified')`),
  ],
);

/** Written by triggers (migrations 0055 and 0075); invalidates the session cache (`sessions/session-cache.ts`). */
export const sessionChanges = sqliteTable('session_changes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
});

/** Second factor (RFC 6238). Inactive until `enabledAt` is set. */
export const totps = sqliteTable('totps', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** AES-256-GCM under a key of the installation: nonce, ciphertext and tag, base64url. */
  sealedSecret: text('sealed_secret').notNull(),
  enabledAt: instantColumn('enabled_at'),
  /** Last used time step; only later ones count, so that no code works twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instantColumn('created_at').notNull(),
});

/** Ten per person, each valid once; only MACs are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeMac: text('code_mac').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (t) => [uniqueIndex('recovery_codes_mac').on(t.userId, t.codeMac)],
);

/** `subject` is `sub` of OpenID Connect Core, section 2. */
export const identities = sqliteTable(
  'identities',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instantColumn('created_at').notNull(),
    lastUsedAt: instantColumn('last_used_at').notNull(),
  },
  (t) => [uniqueIndex('identities_subject').on(t.provider, t.subject), index('identities_user').on(t.userId)],
);

/** A login request to a provider. The id is the SHA-256 of `state`; valid once, for ten minutes. */
export const providerLogins = sqliteTable(
  'provider_logins',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    nonce: text('nonce').notNull(),
    /** PKCE (RFC 7636). */
    codeVerifier: text('code_verifier').notNull(),
    target: text('target').notNull(),
    browserHash: text('browser_hash').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (t) => [index('provider_logins_expiry').on(t.expiresAt)],
);

/** The id is the SHA-256 of the cookie's secret. `totp`: needs the second factor. `mailbox`: needs a mailed code. */
export const pendingLogins = sqliteTable(
  'pending_logins',
  {
    id: text('id').primaryKey(),
    step: text('step').$type<'totp' | 'mailbox'>().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** Of a provider login; null after a mailed code. */
    subject: text('subject'),
    target: text('target').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (t) => [
    index('pending_logins_expiry').on(t.expiresAt),
    check('pending_logins_step', sql`${t.step} in ('totp', 'mailbox')`),
    check('pending_logins_whom', sql`(${t.step} = 'totp') = (${t.userId} is not null)`),
  ],
);

/** A new address that waits for its proof; one per person. */
export const emailChanges = sqliteTable('email_changes', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  newEmail: text('new_email').notNull(),
  codeMac: text('code_mac').notNull(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: instantColumn('created_at').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
});

export const accountAuditTypes = [
  'LoggedIn',
  'LoginRefused',
  'LoggedOutEverywhere',
  'TotpEnabled',
  'TotpDisabled',
  'RecoveryCodesMade',
  'RecoveryCodeUsed',
  'IdentityJoined',
  'IdentityRemoved',
  'EmailChanged',
  'SettingsChanged',
  'CompanionKept',
  'CompanionChanged',
  'CompanionForgotten',
  'OrganizerBankChanged',
  'OrganizerHostChanged',
  'OrganizerLogoChanged',
  'InvoiceTemplateChanged',
  'DataExported',
  'AccountDeleted',
  'RightsChanged',
  'OrganizerInvited',
  'ImpersonationStarted',
  'ImpersonationEnded',
  'ChangedWhileImpersonating',
  'MailSentAgain',
] as const;
export type AccountAuditType = (typeof accountAuditTypes)[number];

/** Append-only history of accounts. It contains ids and no addresses, so it outlives the person. */
export const accountAudits = sqliteTable(
  'account_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    actorId: integer('actor_id').references(() => users.id),
    type: text('type').$type<AccountAuditType>().notNull(),
    comment: text('comment').notNull().default(''),
    /** The shortened network address. */
    network: text('network').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('account_audits_user').on(t.userId, t.id)],
);
