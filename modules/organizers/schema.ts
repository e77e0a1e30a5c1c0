import { isNull } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Address } from '#modules/accounts/rules/address.ts';
import { users } from '#modules/accounts/schema.ts';
import type { OrganizerRole } from '#src/access/permissions.ts';
import { centsColumn, flagOffColumn, instantColumn, rateColumn } from '#src/data/columns.ts';
import { basisPoints } from '#src/kernel/money.ts';
import type { TaxExemption } from './rules/address.ts';

export const organizers = sqliteTable('organizers', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  email: text('email'),
  address: text('address', { mode: 'json' }).$type<Partial<Address>>(),
  iban: text('iban'),
  bic: text('bic'),
  /** The default rate of its own services; the VAT id is part of the address. */
  vat: rateColumn('vat_basis_points').notNull().default(basisPoints(0)),
  /** Tax number, where there is no VAT id; documents show one of the two. */
  taxNumber: text('tax_number'),
  /** Why the rate is 0; null: not stated. */
  taxExemption: text('tax_exemption').$type<TaxExemption>(),
  /** Agreed fee per ticket for new events; null: none agreed. */
  organizerProcessingFee: centsColumn('organizer_processing_fee_cents'),
  disagioBasisPoints: rateColumn('disagio_basis_points').notNull().default(basisPoints(0)),
  paymentReference: text('payment_reference'),
  /** Name instead of the product's, and accent colour `#rrggbb`. */
  whiteLabel: text('white_label'),
  accentColor: text('accent_color'),
  /** Names of the stored files. */
  logo: text('logo'),
  smallLogo: text('small_logo'),
  /** The shop's host name for this organizer's events, in canonical form. */
  hostName: text('host_name').unique(),
  facebookPixel: text('facebook_pixel'),
  googleAnalyticsTrackingCode: text('google_analytics_tracking_code'),
  /** It has sold gift cards, so they are accepted. */
  takesGiftCards: flagOffColumn('takes_gift_cards'),
  createdAt: instantColumn('created_at').notNull(),
});

export const organizerUsers = sqliteTable(
  'organizer_users',
  {
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<OrganizerRole>().notNull().default('manager'),
  },
  (t) => [primaryKey({ columns: [t.organizerId, t.userId] })],
);

/** `replaced`: by a newer one to the same address. */
type InvitationOutcome = 'accepted' | 'withdrawn' | 'replaced';

/** At most one open invitation per address. */
export const organizerInvitations = sqliteTable(
  'organizer_invitations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role').$type<OrganizerRole>().notNull(),
    message: text('message'),
    invitedBy: integer('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    /** Null: open or expired. */
    outcome: text('outcome').$type<InvitationOutcome>(),
    endedAt: instantColumn('ended_at'),
    acceptedBy: integer('accepted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('organizer_invitations_waiting').on(t.organizerId, t.email).where(isNull(t.outcome)),
    index('organizer_invitations_email').on(t.email),
  ],
);
