import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatTicketCode, type TicketCode } from '#modules/checkin/rules/ticket-code.ts';
import { present } from '#src/kernel/assert.ts';
import type {
  ListedTicket,
  QueuedHandOut,
  QueuedRefusal,
  QueuedScan,
  Refusal,
  ScannerServer,
  ScannerStatus,
} from './kinds.ts';
import { offlineAtMost, ScannerSession } from './session.ts';
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

const emptied = () => ({ turnedAway: [] as QueuedRefusal[], handedOut: [] as QueuedHandOut[] });

/** A server that can be unplugged and keeps what it was sent. */
async function gate(clockOffset = 0) {
  const list = [await ticket(1, 'Groß'), await ticket(2, 'Łoś')];
  const line = {
    isUp: true,
    received: [] as QueuedScan[],
    ...emptied(),
    refusal: null as Refusal | null,
    forgotten: 0,
  };
  const clock = { now: 1_000_000 };
  const scanning: Pick<ScannerServer, 'list' | 'upload'> = {
    list: async () =>
      line.refusal ?? (line.isUp ? { tickets: structuredClone(list), serverTime: clock.now + clockOffset } : null),
    async upload(scan) {
      if (!line.isUp) return { kind: 'offline' };
      if (line.refusal) return { kind: line.refusal };
      line.received.push(scan);
      return {
        kind: 'answer',
        outcome: { result: 'SCAN_SUCCESS', person: null, admittedAt: scan.scannedAt, replacedAt: null },
      };
    },
  };
  const desk = {
    turnAway: async (refusal: QueuedRefusal) => {
      if (!line.isUp) return { kind: 'offline' } as const;
      if (line.refusal) return { kind: line.refusal };
      line.turnedAway.push(refusal);
      return { kind: 'answer', answer: null } as const;
    },
    handOut: async (handOuts: readonly QueuedHandOut[]) => {
      if (!line.isUp) return { kind: 'offline' } as const;
      line.handedOut.push(...handOuts);
      return { kind: 'answer', answer: handOuts.map((one) => (one.takenBackAt === null ? one : null)) } as const;
    },
    hideName: async () => (line.isUp ? ({ kind: 'answer', answer: null } as const) : ({ kind: 'offline' } as const)),
    setBib: async () => (line.isUp ? ({ kind: 'answer', answer: null } as const) : ({ kind: 'offline' } as const)),
  };
  const server: ScannerServer = { ...scanning, ...desk };
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
      forgetPage: async () => {
        line.forgotten += 1;
      },
    });
    await session.load();
    return session;
  };
  return { begin, line, clock, shown, list, store, session: await begin() };
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
  expect(shown.status).toMatchObject({ tickets: 2, admitted: 2, queued: 5, online: false });
  line.isUp = true;
  await session.uploadRound();
  expect(shown.status).toMatchObject({ queued: 0, online: true });
  expect(line.received.map((scan) => [scan.participantId, scan.eventSecret])).toEqual([
    [1, '0123456789ABCDEF'],
    [1, '0123456789ABCDEF'],
    [2, null],
  ]);
  // What was turned away here is told as well, in the order in which it was shown.
  expect(line.turnedAway.map(({ code: said }) => said)).toEqual(['T1.7.2.FFFFFFFFFFFFFFFF', 'T1.8.2.0123456789ABCDEF']);
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

test('when the right to scan ends, the device forgets list, scans and page, and lets nobody in any more', async () => {
  const { session, begin, line, store, shown } = await gate();
  await session.refresh();
  line.isUp = false;
  await session.check(code(1));
  line.isUp = true;
  line.refusal = 'ended';
  // The next contact is a scan, which is not answered from the list either.
  expect(await session.check(code(2))).toMatchObject({ result: 'NOT_FOUND', person: null });
  expect(shown.status).toMatchObject({ ended: true, tickets: 0, queued: 0, syncedAt: null });
  expect([await store.loadList(7), await store.scans(), line.forgotten]).toEqual([null, [], 1]);
  expect(session.search('gross')).toEqual([]);
  line.isUp = false;
  line.refusal = null;
  expect((await (await begin()).check(code(2))).result).toBe('NOT_FOUND');
});

test('one event that is over leaves the scans of another; a login that is over takes names alone', async () => {
  const { session, line, store, clock, shown } = await gate();
  await session.refresh();
  line.isUp = false;
  await session.check(code(1));
  const [own] = await store.scans();
  const other = { ...present(own, 'the scan'), eventId: 8, key: 'D1|1|8' };
  await store.putScan(other);
  line.isUp = true;
  line.refusal = 'loginNeeded';
  await session.refresh();
  expect(shown.status).toMatchObject({ loginNeeded: true, ended: false, tickets: 0, queued: 1 });
  expect(JSON.stringify([await store.loadList(7), await store.scans()])).not.toMatch(/Jörg|Groß/);
  line.refusal = null;
  clock.now += 1000;
  await session.refresh();
  await session.uploadRound();
  expect(shown.status).toMatchObject({ loginNeeded: false, tickets: 2, queued: 0 });
  line.refusal = 'eventEnded';
  await session.refresh();
  expect([await store.loadList(7), await store.scans()]).toEqual([null, [{ ...other, sent: true }]]);
});

test('a device without a network for a day forgets whom it could let in, and begins anew when it has one', async () => {
  const { session, begin, line, clock, store, shown } = await gate();
  await session.refresh();
  line.isUp = false;
  clock.now += offlineAtMost - 1;
  expect((await session.check(code(1))).result).toBe('SCAN_SUCCESS');
  clock.now += 1;
  expect(await session.check(code(2))).toMatchObject({ result: 'NOT_FOUND', person: null });
  // The scan of before, and that somebody was turned away now.
  expect(shown.status).toMatchObject({ expired: true, tickets: 0, queued: 2 });
  expect(await store.loadList(7)).toBeNull();
  line.isUp = true;
  const later = await begin();
  await later.refresh();
  await later.uploadRound();
  expect(shown.status).toMatchObject({ expired: false, tickets: 2, queued: 0 });
  // A clock that was set back makes no list younger.
  line.isUp = false;
  clock.now -= 2 * offlineAtMost;
  await begin();
  expect(await store.loadList(7)).toBeNull();
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

test('what is handed out and taken back while it is under way is sent again, and nothing else twice', async () => {
  const { session, line, list, shown } = await gate();
  for (const ticket of list)
    ticket.due = {
      orderId: 1,
      club: null,
      isPaid: true,
      openCents: 0,
      articles: [],
      answers: [],
      handedOut: null,
      isNameHidden: false,
    };
  await session.refresh();
  line.isUp = false;
  expect(await session.desk.handOut([1, 2, 1])).toEqual([1, 2]);
  await session.uploadRound();
  expect(shown.status).toMatchObject({ handedOut: 2, queued: 2, online: false });
  // The control: nothing has arrived, so what is counted below can be too little as well.
  expect(line.handedOut).toEqual([]);
  line.isUp = true;
  const round = session.uploadRound();
  await session.desk.takeBack(1);
  await round;
  expect(shown.status).toMatchObject({ handedOut: 1, queued: 1 });
  await session.uploadRound();
  await session.uploadRound();
  expect(line.handedOut.map(({ participantId, takenBackAt }) => [participantId, takenBackAt !== null])).toEqual([
    [1, false],
    [2, false],
    [1, true],
  ]);
  expect(shown.status).toMatchObject({ queued: 0 });
});

test('a name is taken out of public lists with a network, and without one the desk says so', async () => {
  const { session, line, list } = await gate();
  present(list[0], 'the first ticket').due = {
    orderId: 1,
    club: null,
    isPaid: true,
    openCents: 0,
    articles: [],
    answers: [],
    handedOut: null,
    isNameHidden: false,
  };
  await session.refresh();
  line.isUp = false;
  expect([await session.desk.hideName(1), session.people.of(1)?.due?.isNameHidden]).toEqual(['offline', false]);
  line.isUp = true;
  expect([await session.desk.hideName(1), session.people.of(1)?.due?.isNameHidden]).toEqual(['hidden', true]);
});

test('a start number that came at the desk is found at once, among numbers that were folded before', async () => {
  const { session, list } = await gate();
  present(list[0], 'the first ticket').bib = 'a 7';
  await session.refresh();
  expect(session.search('a 7')).toEqual([]);
  // As the server keeps it, without zeros in front.
  await session.desk.setBib(2, ' 088 ');
  expect(session.people.of(2)?.bib).toBe('88');
  expect(session.search('88').map((found) => found.participantId)).toEqual([2]);
});

test('the network is back: the next round begins at once and not after its pause', async () => {
  const { Rounds } = await import('./rounds.ts');
  const done: string[] = [];
  let refreshed = Promise.withResolvers<void>();
  const rounds = new Rounds(
    // A pause that never ends by itself.
    { now: () => 0, wait: () => new Promise(() => {}) },
    {
      refresh: async () => void done.push('list'),
      upload: async () => {
        done.push('upload');
        refreshed.resolve();
      },
      isOnline: () => false,
    },
  );
  const running = rounds.run();
  await refreshed.promise;
  await Promise.resolve();
  expect(done).toEqual(['list', 'upload']);
  refreshed = Promise.withResolvers<void>();
  rounds.wake();
  await refreshed.promise;
  expect(done).toEqual(['list', 'upload', 'list', 'upload']);
  rounds.stop();
  rounds.wake();
  await running;
});

test('takes changes into the stored list, and a mark of this device that the server does not know goes', async () => {
  const list = [await ticket(1, 'Groß'), await ticket(2, 'Łoś'), await ticket(3, 'Çelik')];
  const asked: (string | null | undefined)[] = [];
  const answers = [
    { cursor: 'c1', tickets: list },
    { cursor: 'c2', changes: { buckets: [], removed: [3] }, tickets: [{ ...(await ticket(2, 'Loos')), bib: '12' }] },
    { cursor: 'c3', changes: { buckets: [1], removed: [] }, tickets: [] },
  ];
  const session = new ScannerSession({
    ...{
      eventId: 7,
      device: 'D1',
      store: memoryStore(),
      now: () => 1_000_000,
      sha256,
      wait: async () => {},
      changed() {},
    },
    forgetPage: async () => {},
    server: {
      list: async (_eventId, _held, since) => {
        asked.push(since);
        return { ...structuredClone(answers[asked.length - 1] ?? { tickets: [] }), serverTime: 1_000_000 };
      },
    } as ScannerServer,
  });
  await session.load();
  await session.refresh();
  const groß = present(session.people.of(1), 'in the list');
  groß.admitted = { device: 'D1', scannedAt: 5 };
  await session.refresh();
  expect([1, 2, 3].map((id) => session.people.of(id)?.lastName)).toEqual(['Groß', 'Loos', undefined]);
  expect(session.people.of(1)?.admitted).toBeNull();
  await session.refresh();
  expect([1, 2, 3].map((id) => session.people.of(id)?.bib)).toEqual([undefined, '12', undefined]);
  expect(session.people.counts().tickets).toBe(1);
  expect(asked).toEqual([null, 'c1', 'c2']);
});
