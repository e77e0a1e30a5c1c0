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
  /** VAT id of the organizer is in the address; this is the default rate of its own services. */
  vat: rateColumn('vat_basis_points').notNull().default(basisPoints(0)),
  /** The number of the tax office, where the address has no VAT id; papers name one of the two. */
  taxNumber: text('tax_number'),
  /** Why nothing is charged where the rate is 0; null: nobody said. */
  taxExemption: text('tax_exemption').$type<TaxExemption>(),
  /** The platform's fee per sold ticket for new events of this organizer; null: none agreed. */
  organizerProcessingFee: centsColumn('organizer_processing_fee_cents'),
  disagioBasisPoints: rateColumn('disagio_basis_points').notNull().default(basisPoints(0)),
  paymentReference: text('payment_reference'),
  /** Name shown instead of the product's, and an accent colour `#rrggbb`. */
  whiteLabel: text('white_label'),
  accentColor: text('accent_color'),
  /** The uploaded picture, by the names of its files in both sizes. */
  logo: text('logo'),
  smallLogo: text('small_logo'),
  /** Under this name the shop shows the events of this organizer, as `URL` writes it. */
  hostName: text('host_name').unique(),
  facebookPixel: text('facebook_pixel'),
  googleAnalyticsTrackingCode: text('google_analytics_tracking_code'),
  /** It sold gift cards once, so its orders may be paid with them. */
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
    /** What the person may do for the organizer. */
    role: text('role').$type<OrganizerRole>().notNull().default('manager'),
  },
  (t) => [primaryKey({ columns: [t.organizerId, t.userId] })],
);

/** How an invitation ended: taken, taken back, or replaced by a newer one to the same address. */
type InvitationOutcome = 'accepted' | 'withdrawn' | 'replaced';

/** Who was asked by mail to work for an organizer. One of them waits for an address at the most. */
export const organizerInvitations = sqliteTable(
  'organizer_invitations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role').$type<OrganizerRole>().notNull(),
    /** What the inviting person wrote. */
    message: text('message'),
    invitedBy: integer('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    /** null: it still waits, or its time is over. */
    outcome: text('outcome').$type<InvitationOutcome>(),
    endedAt: instantColumn('ended_at'),
    acceptedBy: integer('accepted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('organizer_invitations_waiting').on(t.organizerId, t.email).where(isNull(t.outcome)),
    index('organizer_invitations_email').on(t.email),
  ],
);
