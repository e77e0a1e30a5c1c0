import { readdirSync, readFileSync } from 'node:fs';
import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { ownTimes } from './event-times.ts';

/** Every time in the schema that hangs on an event and does not move with it, by the reason. `*` is any table. */
const unmoved: Record<string, readonly string[]> = {
  'it says when something happened': [
    ...['createdAt', 'endedAt', 'startedAt', 'finishedAt', 'settledAt', 'askedAt', 'toldAt', 'provenAt'].map(
      (name) => `*.${name}`,
    ),
    ...['bank_lines.bookingDate', 'bank_lines.valueDate', 'company_orders.placedAt', 'drafts.updatedAt'],
    ...['gate_devices.openedAt', 'gate_devices.lastSeenAt', 'invoices.issuedAt', 'mailing_recipients.postedAt'],
    ...['hand_outs.handedOutAt', 'hand_outs.takenBackAt', 'hand_outs.conflictSeenAt'],
    ...['scans.scannedAt', 'scans.takenBackAt', 'scans.conflictSeenAt', 'turned_away.scannedAt'],
    ...['lots.enteredAt', 'lotteries.drawnAt', 'lotteries.calledOffAt', 'waiting_draws.drawnAt'],
    ...['newsletter_consents.givenAt', 'newsletter_consents.withdrawnAt', 'public_names.saidAt'],
    ...['orders.orderDate', 'orders.paidAt', 'orders.canceledAt', 'place_takeovers.passedAt'],
    ...['replaced_tickets.replacedAt', 'result_competitions.publishedAt', 'result_imports.undoneAt'],
    ...['race_result_fetches.fetchedAt', 'race_result_pushes.lastErrorAt', 'race_result_pushes.lastSynchroAt'],
    ...['race_result_pushes.hookedAt', 'shared_teams.remindedAt', 'exports.mailAt', 'proof_alarms.since'],
    ...['waiting_places.joinedAt', 'waiting_places.seenAt', 'waiting_places.admittedAt', 'waiting_places.bookedAt'],
    ...['waiting_rooms.drawnAt', 'waiting_rooms.heardAt', 'waiting_rooms.resumedAt'],
    ...[
      'waitlist_entries.waitingSince',
      'waitlist_entries.offeredAt',
      'withdrawals.declaredAt',
      'withdrawals.answeredAt',
    ],
    ...['event_viewers.day', 'event_views.day', 'participant_import_columns.updatedAt'],
  ],
  'it says what somebody was told, and a job compares it': ['lots.toldDrawsAt'],
  'it runs from what one person did, and they were told when it ends': [
    ...['orders.expiresAt', 'orders.memberProofUntil', 'place_holds.until', 'payment_attempts.pageUntil'],
    ...['shared_teams.payBy', 'shared_teams.until', 'shared_teams.dueAt', 'shared_team_places.claimedUntil'],
    ...['transfers.until', 'transfers.lineUntil', 'waiting_places.until', 'waitlist_entries.offerUntil'],
    ...['unpaid_additions.dueAt', 'unpaid_members.dueAt'],
  ],
  'a job keeps it for itself': [
    ...['exports.leasedUntil', 'payment_attempts.leasedUntil', 'payment_attempts.nextAskAt', 'refunds.leasedUntil'],
    ...['refunds.nextTryAt', 'race_result_fetches.nextAt', 'race_result_pushes.nextAttemptAt'],
    'race_result_settings.leasedUntil',
  ],
  'a file is deleted then': ['exports.endsAt', 'bib_runs.endsAt'],
  'it is a period of money': ['settlements.from', 'settlements.until', 'exports.fromDate', 'exports.toDate'],
  'it belongs to a person': ['participants.birthDate'],
};

/** Tables by name, with the text of their declaration; and which table a constant or a shared column stands for. */
function readSchema() {
  const tables = new Map<string, string>();
  const named = new Map([
    ['eventColumn()', 'events'],
    ['competitionColumn()', 'competitions'],
    ['articleColumn()', 'articles'],
  ]);
  for (const file of readdirSync('modules', { recursive: true, encoding: 'utf8' })) {
    if (!/\/schema[a-z-]*\.ts$/.test(file)) continue;
    const parts = readFileSync(`modules/${file}`, 'utf8').split(/const (\w+) = sqliteTable\(\s*'(\w+)'/);
    for (let at = 1; at < parts.length; at += 3) {
      named.set(`=> ${parts[at]}.`, parts[at + 1] ?? '');
      tables.set(parts[at + 1] ?? '', parts[at + 2] ?? '');
    }
  }
  return { tables, named };
}

function tablesOfEvents(): Map<string, string> {
  const { tables, named } = readSchema();
  const found = new Set(['events']);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const [table, text] of tables)
      for (const [mark, target] of named) if (found.has(target) && text.includes(mark)) found.add(table);
  }
  return new Map([...tables].filter(([table]) => found.has(table)));
}

test('declares every time of an event as moving, or with a reason why not', async () => {
  const shop = await testShop();
  const declared = [...ownTimes, ...shop.deps.timesAbove].flatMap(({ table, fields }) =>
    Object.keys(fields).map((field) => `${getTableName(table)}.${field}`),
  );
  const reasons = Object.values(unmoved).flat();
  const found = [...tablesOfEvents()].flatMap(([table, text]) =>
    [...text.matchAll(/(\w+): (?:instantColumn\('|text\('\w+'\)\.\$type<CalendarDate>)/g)].map(
      ([, column]) => `${table}.${column}`,
    ),
  );
  expect(found.length).toBeGreaterThan(140);
  const isDecided = (time: string) =>
    declared.includes(time) || reasons.includes(time) || reasons.includes(`*.${time.split('.')[1]}`);
  expect(found.filter((time) => !isDecided(time))).toEqual([]);
  expect(declared.filter((time) => !found.includes(time) || reasons.includes(time))).toEqual([]);
  expect(reasons.filter((time) => !time.startsWith('*') && !found.includes(time))).toEqual([]);
});
