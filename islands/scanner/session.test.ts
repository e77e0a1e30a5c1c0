import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TicketCode } from '#modules/checkin/rules/ticket-code.ts';
import { formatTicketCode } from '#modules/checkin/rules/ticket-code.ts';
import { present } from '#src/kernel/assert.ts';
import {
  type ListedTicket,
  type QueuedScan,
  type ScannerServer,
  ScannerSession,
  type ScannerStatus,
} from './session.ts';
import { memoryStore } from './store.ts';

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');
const code = (participantId: number, mac = '0123456789ABCDEF'): TicketCode => ({ eventId: 7, participantId, mac });
const ticket = async (participantId: number, lastName: string): Promise<ListedTicket> => ({
  participantId,
  codeHash: await sha256(formatTicketCode(code(participantId))),
  firstName: 'Jörg',
  lastName,
  competitionTitle: 'Halbmarathon',
  teamName: null,
  admitted: null,
});

/** A server that can be unplugged and keeps what it was sent. */
async function gate(clockOffset = 0) {
  const list = [await ticket(1, 'Groß'), await ticket(2, 'Łoś')];
  const line = { isUp: true, received: [] as QueuedScan[] };
  const clock = { now: 1_000_000 };
  const server: ScannerServer = {
    list: async () => (line.isUp ? { tickets: structuredClone(list), serverTime: clock.now + clockOffset } : null),
    async upload(scan) {
      if (!line.isUp) return { kind: 'offline' };
      line.received.push(scan);
      return {
        kind: 'answer',
        outcome: { result: 'SCAN_SUCCESS', person: null, admittedAt: scan.scannedAt, replacedAt: null },
      };
    },
  };
  const store = memoryStore();
  const shown: { status?: ScannerStatus } = {};
  const begin = async () => {
    const session = new ScannerSession({
      eventId: 7,
      device: 'D1',
      store,
      server,
      now: () => clock.now,
      sha256,
      wait: async () => undefined,
      changed: (status) => {
        shown.status = status;
      },
    });
    await session.load();
    return session;
  };
  return { begin, line, clock, shown, list, session: await begin() };
}

test('offline it gives the same three answers and sends them later, in order', async () => {
  const { session, line, clock, shown } = await gate();
  await session.refresh();
  line.isUp = false;
  expect((await session.check(code(1))).result).toBe('SCAN_SUCCESS');
  clock.now += 10_000;
  expect((await session.check(code(1))).result).toBe('ALREADY_SCANNED');
  expect((await session.check(code(2, 'FFFFFFFFFFFFFFFF'))).result).toBe('NOT_FOUND');
  expect((await session.check({ ...code(2), eventId: 8 })).result).toBe('NOT_FOUND');
  expect((await session.admit(2)).result).toBe('SCAN_SUCCESS');
  expect(shown.status).toMatchObject({ tickets: 2, admitted: 2, queued: 3, online: false });
  line.isUp = true;
  await session.uploadRound();
  expect(shown.status).toMatchObject({ queued: 0, online: true });
  expect(line.received.map((scan) => [scan.participantId, scan.eventSecret])).toEqual([
    [1, '0123456789ABCDEF'],
    [1, '0123456789ABCDEF'],
    [2, null],
  ]);
});

test('a ticket that was replaced is not found, and the device says since when without a network', async () => {
  const { session, line, list } = await gate();
  const first = present(list[0], 'the first ticket');
  const old = code(1, 'AAAAAAAAAAAAAAAA');
  first.replaced = [{ codeHash: await sha256(formatTicketCode(old)), replacedAt: 900_000 }];
  await session.refresh();
  line.isUp = false;
  expect(await session.check(old)).toMatchObject({ result: 'NOT_FOUND', replacedAt: 900_000 });
  expect(await session.check(code(1, 'BBBBBBBBBBBBBBBB'))).toMatchObject({ result: 'NOT_FOUND', replacedAt: null });
  expect(await session.check(code(1))).toMatchObject({ result: 'SCAN_SUCCESS', replacedAt: null });
  line.isUp = true;
  await session.uploadRound();
  expect(line.received).toHaveLength(1);
});

test('closing the page without a network loses neither scans nor who is inside', async () => {
  const { session, begin, line, clock, shown } = await gate();
  await session.refresh();
  line.isUp = false;
  await session.check(code(1));
  clock.now += 5000;
  const later = await begin();
  expect(shown.status).toMatchObject({ tickets: 2, admitted: 1, queued: 1 });
  expect((await later.check(code(1))).result).toBe('ALREADY_SCANNED');
  line.isUp = true;
  await later.uploadRound();
  const third = await begin();
  line.isUp = false;
  expect((await third.check(code(1))).result).toBe('ALREADY_SCANNED');
});

test("a wrong clock of the device is corrected by the server's", async () => {
  const { session, line } = await gate(3_600_000);
  await session.refresh();
  await session.check(code(1));
  expect(line.received[0]?.scannedAt).toBe(1_000_000 + 3_600_000);
});

test('names are found without accents and case', async () => {
  const { session } = await gate();
  await session.refresh();
  expect(session.search('gross jorg').map((found) => found.participantId)).toEqual([1]);
  expect(session.search('los').map((found) => found.participantId)).toEqual([2]);
  expect(session.search(' ')).toEqual([]);
});
