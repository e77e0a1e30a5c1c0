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
import type { OrderItemKind } from './rules/order-item.ts';
import type { CancelReason, OrderStatus } from './rules/order-state.ts';
import type { LineRight } from './rules/withdrawal-right.ts';

export const orders = sqliteTable(
  'orders',
  {
    /** The order number is this id. */
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
    /** For people: `VISA xxxx 1234`, or the account that the transfer came from. */
    paymentMeans: text('payment_means'),
    /** What the payments module last said of the money; the ledger there is the truth. */
    paymentStatus: text('payment_status').$type<'pending' | 'authorized' | 'completed' | 'failed'>(),
    refundStatus: text('refund_status').$type<'pending' | 'completed' | 'failed'>(),
    refundedPrice: centsColumn('refunded_cents').notNull().default(zeroCents),
    expiresAt: instantColumn('expires_at'),
    paidAt: instantColumn('paid_at'),
    canceledAt: instantColumn('canceled_at'),
    /** Money that comes too late takes an expired order's places again, and none that somebody canceled. */
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    contactAddress: text('contact_address', { mode: 'json' }).$type<Address>(),
    deliveryAddress: text('delivery_address', { mode: 'json' }).$type<Address>(),
    invoiceAddress: text('invoice_address', { mode: 'json' }).$type<Address>(),
    idempotencyKey: text('idempotency_key'),
    /** Hash of the call's body; null for forms. */
    idempotencyBodyHash: text('idempotency_body_hash'),
    /** Grows when the order is given to another address: its signed links of before open nothing any more. */
    linkVersion: integer('link_version').notNull().default(0),
    /** Ordered by somebody who had only typed the address, and nobody has proved since that the mailbox is theirs. */
    awaitsProof: flagColumn('awaits_proof').notNull().default(false),
    /**
     * Until when a listed member may confirm that their discount is meant for this order; until then nothing of it is paid.
     * null: there is nothing to confirm, or it is confirmed.
     */
    memberProofUntil: instantColumn('member_proof_until'),
    /** One was issued; which and what followed it is known above. */
    hasInvoice: flagColumn('has_invoice').notNull().default(false),
    /** Whose place it takes over once it is paid (`place_takeovers`); null: it has places of its own. */
    takesPlaceOf: integer('takes_place_of'),
  },
  (t) => [
    // Each index that a booking enters where no other does costs it a page of its own.
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
    // What guests hold for nothing without having proved anything; the reasons stand in `order/guest-limits.ts`.
    index('orders_guest_visit').on(t.visitId).where(sql`awaits_proof = 1 and total_cents = 0`),
    index('orders_guest_user').on(t.userId).where(sql`awaits_proof = 1 and total_cents = 0`),
    check('orders_status', sql`${t.status} in ('pending', 'complete', 'shipped', 'canceled')`),
    check('orders_total', sql`${t.totalPrice} >= 0`),
  ],
);

/** One row: the orders up to this one are in `order_search`; what is newer is put there before anybody searches. */
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
    /** An article that the platform sold itself when it was ordered. */
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
    /** A team whose members came in several orders (`modules/shared-teams`): all with the same number are one. */
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
    /** Grows when the address changes: links of the person's own page that were mailed before open nothing any more. */
    linkVersion: integer('link_version').notNull().default(0),
    /** Grows when the ticket is replaced: codes of before are those of `replaced_tickets`. */
    ticketVersion: integer('ticket_version').notNull().default(0),
    /** Holds places: true from the booking until the order is canceled. */
    live: flagColumn('live').notNull().default(true),
    /** Who this is, for the rule "one person once a competition": names and birth date, folded. null without birth date. */
    identity: text('identity'),
  },
  (t) => [
    index('participants_order').on(t.orderId),
    index('participants_event').on(t.eventId, t.live),
    index('participants_competition').on(t.competitionId),
    index('participants_bib').on(t.rrBib).where(sql`rr_bib is not null`),
    // A start number is somebody's only once at an event; a canceled order's is free again.
    uniqueIndex('participants_bib_once').on(t.eventId, t.rrBib).where(sql`live = 1 and rr_bib is not null`),
    uniqueIndex('participants_once').on(t.competitionId, t.identity).where(sql`live = 1 and identity is not null`),
    check('participants_prices', sql`${t.ticketPrice} >= 0 and ${t.chargedPrice} >= 0`),
  ],
);

/** Versions of tickets that let nobody in any more, so that a gate can say since when. */
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
    /** What vouchers took off the whole of it. */
    discount: centsColumn('discount_cents').notNull().default(zeroCents),
    /** Whether its buyer may go back on it, as it was when it was ordered; null: ordered before that was kept. */
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
 * An order for the place of somebody who starts by another one. The place itself stays where it is until the order is paid;
 * who starts then waits here. What is over keeps no data of the person.
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
    /** Who is to start, as booked; null once it has passed or will not. */
    person: text('person', { mode: 'json' }).$type<BookingParticipant>(),
    /**
     * Another competition than the place is of, and its price; null: the same. Its ticket is taken when the place passes, and
     * until then it may be deleted; then there is none.
     */
    toCompetitionId: integer('to_competition_id'),
    toPriceId: integer('to_price_id'),
    /** What the ticket costs, and what of what was paid for the place the order before keeps: all of it, or so much. */
    ticketPrice: centsColumn('ticket_cents').notNull(),
    keepsAll: flagColumn('keeps_all').notNull(),
    feePrice: centsColumn('fee_cents').notNull(),
    /** What went back for it; null: the place has not passed. */
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

/** How far the stored keys of a table were computed anew (`order/refold-job.ts`); null: all of them. */
export const refoldings = sqliteTable('refoldings', {
  name: text('name').primaryKey(),
  lastId: integer('last_id'),
});

/** Only grows: a trigger refuses every update and delete. */
export const orderAudits = sqliteTable(
  'order_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    type: text('type').$type<AuditType>().notNull(),
    /** null: the system itself. */
    editorId: integer('editor_id').references(() => users.id),
    /** The super admin who acted as the editor. */
    impersonatorId: integer('impersonator_id').references(() => users.id),
    comment: text('comment').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('order_audits_order').on(t.orderId)],
);

/**
 * What an entry of the history changed, value by value as it is written in the database (null: there was none). Apart
 * from the entry, which is for ever, so that the law's right to be forgotten can empty the values.
 */
export const orderAuditChanges = sqliteTable(
  'order_audit_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    auditId: integer('audit_id')
      .notNull()
      .references(() => orderAudits.id),
    /** Whose value it is; null: the order's. */
    participantId: integer('participant_id').references(() => participants.id),
    /** Such as `lastName`, `contactAddress.street`, `formField.12`, `teamName`. */
    field: text('field').notNull(),
    before: text('before'),
    after: text('after'),
  },
  (t) => [index('order_audit_changes_audit').on(t.auditId)],
);

/**
 * How many orders an event has, of all states, and how many people hold a place there, by whether their order is paid.
 * Triggers count; orders never go.
 */
export const eventOrderCounts = sqliteTable('event_order_counts', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id),
  orders: integer('orders').notNull(),
  paidPeople: integer('paid_people').notNull().default(0),
  unpaidPeople: integer('unpaid_people').notNull().default(0),
});

/**
 * The same people by when they were registered. Triggers count, in the transaction of whatever happens. `quarter` is the
 * order's date in quarters of an hour since 1970: every zone's day begins at one. The table is its own index (`WITHOUT
 * ROWID` in migration 0020), since a stretch of time is read at once.
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

/** The buyer's address of one order, for searching and sorting lists. */
export const buyerEmail = sql<string>`(select ${users.email} from ${users} where ${users.id} = ${orders.userId})`;

/** Whether the event of an order is called off. */
export const eventIsCanceled = sql<boolean>`(select ${events.canceled} from ${events} where ${events.id} = ${orders.eventId})`;
