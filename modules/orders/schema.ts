import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Address, Gender } from '#modules/accounts/rules/address.ts';
import { users } from '#modules/accounts/schema.ts';
import {
  articles,
  articleVariants,
  cancellationProtections,
  competitionPrices,
  competitions,
  events,
  formFields,
} from '#modules/events/schema.ts';
import { centsColumn, flagColumn, flagOffColumn, instantColumn, rateColumn } from '#src/data/columns.ts';
import { zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { BookingParticipant } from './rules/booking.ts';
import type { LineRight, OrderItemKind } from './rules/order-item.ts';
import type { CancelReason, OrderStatus } from './rules/order-state.ts';

export const orders = sqliteTable(
  'orders',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    visitId: text('visit_id').notNull(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    status: text('status').$type<OrderStatus>().notNull(),
    orderDate: instantColumn('order_date').notNull(),
    totalPrice: centsColumn('total_cents').notNull(),
    language: text('language').$type<'de' | 'en-us'>().notNull(),
    paymentMethod: text('payment_method'),
    /** For people: `VISA xxxx 1234`, or the sender's account. */
    paymentMeans: text('payment_means'),
    /** Copy of the payments module's ledger. */
    paymentStatus: text('payment_status').$type<'pending' | 'authorized' | 'completed' | 'failed'>(),
    refundStatus: text('refund_status').$type<'pending' | 'completed' | 'failed'>(),
    refundedPrice: centsColumn('refunded_cents').notNull().default(zeroCents),
    expiresAt: instantColumn('expires_at'),
    paidAt: instantColumn('paid_at'),
    canceledAt: instantColumn('canceled_at'),
    /** Late money restores expired orders, but not those canceled by a person. */
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    contactAddress: text('contact_address', { mode: 'json' }).$type<Address>(),
    deliveryAddress: text('delivery_address', { mode: 'json' }).$type<Address>(),
    invoiceAddress: text('invoice_address', { mode: 'json' }).$type<Address>(),
    idempotencyKey: text('idempotency_key'),
    /** Hash of the request body; null for forms. */
    idempotencyBodyHash: text('idempotency_body_hash'),
    /** Grows with a change of the buyer, which invalidates signed links. */
    linkVersion: integer('link_version').notNull().default(0),
    /** Ordered with an unproven email address that is still unproven. */
    awaitsProof: flagColumn('awaits_proof').notNull().default(false),
    /** Deadline for a listed member to confirm the discount; nothing can be paid before. null: nothing to confirm. */
    memberProofUntil: instantColumn('member_proof_until'),
    /** An invoice was issued; invoicing has the details. */
    hasInvoice: flagColumn('has_invoice').notNull().default(false),
    /** The participant whose place it takes over (`place_takeovers`); null: none. */
    takesPlaceOf: integer('takes_place_of'),
    /** Paid tickets go to the buyer alone; the organizer entered the participants and wanted no mails to them. */
    ticketsWithheld: flagOffColumn('tickets_withheld'),
  },
  (t) => [
    // Each further index costs a booking one page.
    uniqueIndex('orders_idempotency').on(t.visitId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index('orders_user').on(t.userId, t.orderDate, t.status),
    index('orders_event').on(t.eventId, t.status, t.orderDate),
    index('orders_event_date').on(t.eventId, t.orderDate),
    index('orders_date').on(t.orderDate),
    index('orders_refund').on(t.refundStatus, t.orderDate).where(sql`refund_status is not null`),
    index('orders_expiry').on(t.expiresAt).where(sql`status = 'pending'`),
    index('orders_pending_visit').on(t.visitId, t.userId, t.id).where(sql`status = 'pending'`),
    index('orders_open_transfers')
      .on(t.eventId, t.orderDate)
      .where(sql`status = 'pending' and payment_method = 'bank'`),
    // Free orders of unproven guests, for `order/guest-limits.ts`.
    index('orders_guest_visit').on(t.visitId).where(sql`awaits_proof = 1 and total_cents = 0`),
    index('orders_guest_user').on(t.userId).where(sql`awaits_proof = 1 and total_cents = 0`),
    check('orders_status', sql`${t.status} in ('pending', 'complete', 'shipped', 'canceled')`),
    check('orders_total', sql`${t.totalPrice} >= 0`),
  ],
);

/** One row: orders up to this id are in `order_search`; newer ones are added before a search. */
export const orderSearchState = sqliteTable(
  'order_search_state',
  { id: integer('id').primaryKey(), indexedTo: integer('indexed_to').notNull() },
  (t) => [check('order_search_state_one', sql`${t.id} = 1`)],
);

export const orderItems = sqliteTable(
  'order_items',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    position: integer('position').notNull(),
    kind: text('kind').$type<OrderItemKind>().notNull(),
    name: text('name').notNull(),
    code: text('code'),
    amount: integer('amount').notNull(),
    price: centsColumn('price_cents').notNull(),
    priceBeforeTax: centsColumn('price_before_tax_cents').notNull(),
    priceTotal: centsColumn('price_total_cents').notNull(),
    vat: rateColumn('vat_basis_points').notNull(),
    soldByPlatform: flagOffColumn('sold_by_platform'),
  },
  (t) => [
    uniqueIndex('order_items_position').on(t.orderId, t.position),
    index('order_items_platform').on(t.orderId).where(sql`sold_by_platform = 1`),
  ],
);

export const orderProtections = sqliteTable(
  'order_protections',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    protectionId: integer('protection_id')
      .notNull()
      .references(() => cancellationProtections.id),
    title: text('title').notNull(),
    price: centsColumn('price_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.protectionId] })],
);

/** A single starter is a team of one without a name. */
export const teams = sqliteTable(
  'teams',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id),
    teamName: text('team_name'),
    position: integer('position').notNull(),
    /** Teams with the same number are one team from several orders (`modules/shared-teams`). */
    sharedTeamId: integer('shared_team_id'),
  },
  (t) => [
    index('teams_order').on(t.orderId),
    index('teams_competition').on(t.competitionId),
    index('teams_shared').on(t.sharedTeamId).where(sql`shared_team_id is not null`),
  ],
);

export const participants = sqliteTable(
  'participants',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    teamId: integer('team_id')
      .notNull()
      .references(() => teams.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id),
    competitionPriceId: integer('competition_price_id')
      .notNull()
      .references(() => competitionPrices.id),
    localId: text('local_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email'),
    birthDate: text('birth_date').$type<CalendarDate>(),
    gender: text('gender').$type<Gender>(),
    nationalityCountryCode: text('nationality_country_code'),
    club: text('club'),
    ticketPrice: centsColumn('ticket_cents').notNull(),
    chargedPrice: centsColumn('charged_cents').notNull(),
    rrBib: text('rr_bib'),
    rrChangelink: text('rr_changelink'),
    /** Grows with a change of the address, which invalidates mailed links. */
    linkVersion: integer('link_version').notNull().default(0),
    /** Grows with each replaced ticket; former versions are in `replaced_tickets`. */
    ticketVersion: integer('ticket_version').notNull().default(0),
    /** Holds a place: from the booking until the order is canceled. */
    live: flagColumn('live').notNull().default(true),
    /** Key of "one person once a competition"; null without a birth date. */
    identity: text('identity'),
  },
  (t) => [
    index('participants_order').on(t.orderId),
    index('participants_event').on(t.eventId, t.live),
    index('participants_competition').on(t.competitionId),
    index('participants_bib').on(t.rrBib).where(sql`rr_bib is not null`),
    // Unique per event among live participants; canceled orders free their numbers.
    uniqueIndex('participants_bib_once').on(t.eventId, t.rrBib).where(sql`live = 1 and rr_bib is not null`),
    uniqueIndex('participants_once').on(t.competitionId, t.identity).where(sql`live = 1 and identity is not null`),
    check('participants_prices', sql`${t.ticketPrice} >= 0 and ${t.chargedPrice} >= 0`),
  ],
);

/** Invalid ticket versions with the time of their replacement. */
export const replacedTickets = sqliteTable(
  'replaced_tickets',
  {
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    version: integer('version').notNull(),
    replacedAt: instantColumn('replaced_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.participantId, t.version] })],
);

export const participantArticles = sqliteTable(
  'participant_articles',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id),
    variantId: integer('variant_id')
      .notNull()
      .references(() => articleVariants.id),
    uniqueLocalId: text('unique_local_id').notNull(),
    name: text('name').notNull(),
    variantName: text('variant_name').notNull(),
    quantity: integer('quantity').notNull(),
    unitPrice: centsColumn('unit_cents').notNull(),
    discount: centsColumn('discount_cents').notNull().default(zeroCents),
    /** Right of withdrawal when ordered; null: ordered before it was stored. */
    withdrawalRight: text('withdrawal_right').$type<LineRight>(),
  },
  (t) => [
    index('participant_articles_participant').on(t.participantId),
    index('participant_articles_variant').on(t.variantId),
    check('participant_articles_quantity', sql`${t.quantity} between 1 and 100`),
  ],
);

export const participantFields = sqliteTable(
  'participant_fields',
  {
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    fieldId: integer('field_id')
      .notNull()
      .references(() => formFields.id),
    value: text('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.participantId, t.fieldId] })],
);

/**
 * An order for the place of another order. The place moves when the order is paid; the new person's data waits here and
 * is deleted afterwards.
 */
export const placeTakeovers = sqliteTable(
  'place_takeovers',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    fromOrderId: integer('from_order_id')
      .notNull()
      .references(() => orders.id),
    /** The new person as booked; null after the end. */
    person: text('person', { mode: 'json' }).$type<BookingParticipant>(),
    /** Another competition and price; null: the same. Its ticket is taken when the place moves. */
    toCompetitionId: integer('to_competition_id'),
    toPriceId: integer('to_price_id'),
    /** Ticket price, and what the former order keeps: all that was paid, or the fee. */
    ticketPrice: centsColumn('ticket_cents').notNull(),
    keepsAll: flagColumn('keeps_all').notNull(),
    feePrice: centsColumn('fee_cents').notNull(),
    /** Refund for the place; null: it has not moved. */
    refundedPrice: centsColumn('refunded_cents'),
    passedAt: instantColumn('passed_at'),
  },
  (t) => [index('place_takeovers_participant').on(t.participantId), index('place_takeovers_from').on(t.fromOrderId)],
);

export type AuditType =
  | 'Comment'
  | 'FreeArticleAdded'
  | 'OrderCanceled'
  | 'OrderChanged'
  | 'OrderCreated'
  | 'OrderPaid'
  | 'OrderReactivated'
  | 'Other';

/** Progress of recomputing stored keys (`order/refold-job.ts`); null: finished. */
export const refoldings = sqliteTable('refoldings', {
  name: text('name').primaryKey(),
  lastId: integer('last_id'),
});

/** Append-only; a trigger refuses updates and deletes. */
export const orderAudits = sqliteTable(
  'order_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    type: text('type').$type<AuditType>().notNull(),
    editorId: integer('editor_id').references(() => users.id),
    impersonatorId: integer('impersonator_id').references(() => users.id),
    comment: text('comment').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('order_audits_order').on(t.orderId)],
);

/** Changed values of a history entry; null: none. Separate from the immutable entry, so that they can be erased. */
export const orderAuditChanges = sqliteTable(
  'order_audit_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    auditId: integer('audit_id')
      .notNull()
      .references(() => orderAudits.id),
    participantId: integer('participant_id').references(() => participants.id),
    field: text('field').notNull(),
    before: text('before'),
    after: text('after'),
  },
  (t) => [index('order_audit_changes_audit').on(t.auditId)],
);

/** Orders and live participants per event, by paid or not. Maintained by triggers. */
export const eventOrderCounts = sqliteTable('event_order_counts', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id),
  orders: integer('orders').notNull(),
  paidPeople: integer('paid_people').notNull().default(0),
  unpaidPeople: integer('unpaid_people').notNull().default(0),
});

/**
 * Live participants by registration time, maintained by triggers. `quarter`: quarters of an hour since 1970; each time
 * zone's day starts at one. `WITHOUT ROWID` (migration 0020) for fast range reads.
 */
export const eventRegistrations = sqliteTable(
  'event_registrations',
  {
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    quarter: integer('quarter').notNull(),
    paidPeople: integer('paid_people').notNull().default(0),
    unpaidPeople: integer('unpaid_people').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.quarter] })],
);

export const buyerEmail = sql<string>`(select ${users.email} from ${users} where ${users.id} = ${orders.userId})`;

export const eventIsCanceled = sql<boolean>`(select ${events.canceled} from ${events} where ${events.id} = ${orders.eventId})`;
