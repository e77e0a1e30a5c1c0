import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import { centsColumn, flagColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { TurnedAwayReason } from './rules/turned-away.ts';

/** A phone that may scan, and perhaps hand out, at one event and gate without an account. */
export const gateDevices = sqliteTable(
  'gate_devices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    gate: text('gate').notNull(),
    mayHandOut: flagOffColumn('may_hand_out'),
    /** May register people late and take their cash. */
    mayTakeCash: flagOffColumn('may_take_cash'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instantColumn('created_at').notNull(),
    /** Hash of the browser's secret; null until the link is opened, which works once. */
    secretHash: text('secret_hash'),
    openedAt: instantColumn('opened_at'),
    lastSeenAt: instantColumn('last_seen_at'),
    /** Unsent records, as last reported. */
    held: integer('held').notNull().default(0),
    endedAt: instantColumn('ended_at'),
    endedBy: integer('ended_by').references(() => users.id),
  },
  (t) => [
    index('gate_devices_event').on(t.eventId, t.id),
    check('gate_devices_opened', sql`(${t.secretHash} is null) = (${t.openedAt} is null)`),
  ],
);

/** All uploaded scans of valid tickets; the earliest is admitted. */
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
    /** Whether `scannedAt` is possible (`rules/scan-time.ts`). */
    believed: flagColumn('believed').notNull().default(true),
    scannedBy: integer('scanned_by'),
    /** Null: a user with a login. */
    deviceId: integer('device_id').references(() => gateDevices.id),
    /** The admission was revoked, so this scan does not count. */
    takenBackAt: instantColumn('taken_back_at'),
    takenBackBy: integer('taken_back_by').references(() => users.id),
    /** When a conflict with another device was acknowledged. */
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

/** Refused codes. The content of forged codes is not stored, and a participant only for a real code. */
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

/** Hand-outs; the earliest that was not revoked counts. */
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

/** Late registrations, with the till that has the cash. */
export const lateRegistrations = sqliteTable(
  'late_registrations',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    callKey: text('call_key').notNull(),
    userId: integer('user_id').references(() => users.id),
    deviceId: integer('device_id').references(() => gateDevices.id),
    amount: centsColumn('amount_cents').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('late_registrations_call').on(t.eventId, t.callKey),
    index('late_registrations_event').on(t.eventId, t.createdAt),
    check('late_registrations_by', sql`(${t.userId} is null) <> (${t.deviceId} is null)`),
  ],
);
