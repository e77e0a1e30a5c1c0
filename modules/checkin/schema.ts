import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import { centsColumn, flagColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { TurnedAwayReason } from './rules/turned-away.ts';

/** A phone that an organizer lets scan, or hand out too, for one event and one gate, without an account. */
export const gateDevices = sqliteTable(
  'gate_devices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    /** What people call the place where it is used. */
    gate: text('gate').notNull(),
    mayHandOut: flagOffColumn('may_hand_out'),
    /** Signs people up late and takes their cash, where the event allows it. */
    mayTakeCash: flagOffColumn('may_take_cash'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instantColumn('created_at').notNull(),
    /** Of the secret that its browser keeps; null until the link was opened, which works once. */
    secretHash: text('secret_hash'),
    openedAt: instantColumn('opened_at'),
    lastSeenAt: instantColumn('last_seen_at'),
    /** As it said itself then: what it has not sent yet. */
    held: integer('held').notNull().default(0),
    endedAt: instantColumn('ended_at'),
    endedBy: integer('ended_by').references(() => users.id),
  },
  (t) => [
    index('gate_devices_event').on(t.eventId, t.id),
    check('gate_devices_opened', sql`(${t.secretHash} is null) = (${t.openedAt} is null)`),
  ],
);

/** Every scan of a valid ticket that was uploaded; the admitted one is the earliest. */
export const scans = sqliteTable(
  'scans',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    device: text('device').notNull(),
    scannedAt: instantColumn('scanned_at').notNull(),
    admitted: flagColumn('admitted').notNull(),
    /** Whether `scannedAt` can be: within the event's days, and after the device logged in. */
    believed: flagColumn('believed').notNull().default(true),
    scannedBy: integer('scanned_by'),
    /** The device that an organizer handed out; null: somebody with a login. */
    deviceId: integer('device_id').references(() => gateDevices.id),
    /** Somebody who manages the event took the admission back: this scan counts no more. */
    takenBackAt: instantColumn('taken_back_at'),
    takenBackBy: integer('taken_back_by').references(() => users.id),
    /** When somebody said that they know of it: two devices let in the same ticket. */
    conflictSeenAt: instantColumn('conflict_seen_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('scans_same_scan').on(t.participantId, t.device, t.scannedAt),
    uniqueIndex('scans_admitted_once').on(t.participantId).where(sql`admitted = 1`),
    index('scans_event').on(t.eventId),
    index('scans_second').on(t.eventId).where(sql`admitted = 0 and believed = 1 and conflict_seen_at is null`),
  ],
);

/**
 * A code that let nobody in, and why. Of a forged one nothing of what it says is kept, and a participant only where the
 * code was really theirs.
 */
export const turnedAway = sqliteTable(
  'turned_away',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    reason: text('reason').$type<TurnedAwayReason>().notNull(),
    participantId: integer('participant_id').references(() => participants.id),
    device: text('device').notNull(),
    deviceId: integer('device_id').references(() => gateDevices.id),
    scannedBy: integer('scanned_by'),
    scannedAt: instantColumn('scanned_at').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('turned_away_same').on(t.eventId, t.device, t.scannedAt),
    index('turned_away_participant').on(t.participantId).where(sql`participant_id is not null`),
  ],
);

/** Everything due was given to a participant; the earliest that was not taken back counts. */
export const handOuts = sqliteTable(
  'hand_outs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    device: text('device').notNull(),
    deviceId: integer('device_id').references(() => gateDevices.id),
    handedOutBy: integer('handed_out_by'),
    handedOutAt: instantColumn('handed_out_at').notNull(),
    counts: flagColumn('counts').notNull(),
    /** As with scans: whether it can have been then. */
    believed: flagColumn('believed').notNull(),
    takenBackAt: instantColumn('taken_back_at'),
    takenBackBy: integer('taken_back_by'),
    takenBackDeviceId: integer('taken_back_device_id').references(() => gateDevices.id),
    conflictSeenAt: instantColumn('conflict_seen_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('hand_outs_same').on(t.participantId, t.device, t.handedOutAt),
    uniqueIndex('hand_outs_counts_once').on(t.participantId).where(sql`counts = 1`),
    index('hand_outs_event').on(t.eventId),
    index('hand_outs_second')
      .on(t.eventId)
      .where(sql`counts = 0 and taken_back_at is null and conflict_seen_at is null`),
  ],
);

/** Who signed up at the desk, and who took the cash: what each till is to hold. */
export const lateRegistrations = sqliteTable(
  'late_registrations',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    /** By whom, and what they named it: the same registration sent again is this one. */
    callKey: text('call_key').notNull(),
    userId: integer('user_id').references(() => users.id),
    deviceId: integer('device_id').references(() => gateDevices.id),
    /** What was taken in cash then. */
    amount: centsColumn('amount_cents').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('late_registrations_call').on(t.eventId, t.callKey),
    index('late_registrations_event').on(t.eventId, t.createdAt),
    check('late_registrations_by', sql`(${t.userId} is null) <> (${t.deviceId} is null)`),
  ],
);
