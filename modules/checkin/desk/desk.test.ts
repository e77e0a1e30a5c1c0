import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderAudits } from '#modules/orders/schema.ts';
import { order } from '#modules/payments/testing.ts';
import { fromIso } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { seed } from '#tests/support/thorough.ts';
import { countingHandOut } from '../rules/hand-out.ts';
import { handOuts } from '../schema.ts';
import { deviceAt, type Gate, gateOf } from '../testing.ts';

const now = '2026-05-17T05:00:00Z';
type Result = { participantId: number; result: string; handedOut: { device: string; handedOutAt: string } | null };
type Entry = { participantId: number; device: string; handedOutAt: string; takenBackAt?: string };
const give = async ({ organizer, base }: Pick<Gate, 'organizer' | 'base'>, ...entries: Entry[]) =>
  (await organizer.json<{ results: Result[] }>('POST', `${base}/hand-outs`, { handOuts: entries })).body.results;

test('hands out once: the earliest wins, and a repeated upload changes nothing', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const [id] = gate.ids;
  const late = { participantId: id, device: 'A', handedOutAt: '2026-05-17T06:00:05.000Z' };
  const early = { participantId: id, device: 'B', handedOutAt: '2026-05-17T06:00:01.000Z' };
  expect(await give(gate, late)).toMatchObject([{ result: 'HANDED_OUT', handedOut: { device: 'A' } }]);
  expect(await give(gate, late)).toMatchObject([{ result: 'HANDED_OUT' }]);
  expect(await give(gate, early)).toMatchObject([{ result: 'HANDED_OUT', handedOut: { device: 'B' } }]);
  expect(await give(gate, late)).toMatchObject([{ result: 'ALREADY_HANDED_OUT', handedOut: { device: 'B' } }]);
  expect(await shop.deps.read.select().from(handOuts)).toHaveLength(2);
  type Twice = { handedOutTwice: number[] };
  expect((await gate.organizer.json<Twice>('GET', `${gate.base}/admissions`)).body.handedOutTwice).toEqual([id]);
  const path = `/admin/events/${gate.eventId}/admissions`;
  expect(await (await gate.organizer.fetch(path)).text()).toContain('haben zwei Geräte ausgegeben');
  // It waits on the overview as well, and is counted in the navigation.
  const overview = `/admin/events/${gate.eventId}`;
  const todo = async () => (await gate.organizer.fetch(overview)).text();
  expect(await todo()).toContain('An eine Person haben zwei Geräte ausgegeben');
  expect(await todo()).toContain(`${overview}/hand-outs-seen`);
  expect((await gate.organizer.form(`${overview}/scans-seen`, {})).status).toBe(303);
  expect(await todo()).toContain('haben zwei Geräte ausgegeben');
  expect((await gate.organizer.form(`${overview}/hand-outs-seen`, {})).status).toBe(303);
  expect(await todo()).not.toContain('haben zwei Geräte ausgegeben');
  expect((await gate.organizer.form(`${path}/seen`, { kind: 'handOuts' })).status).toBe(303);
  expect((await gate.organizer.form(`${path}/seen`, { kind: 'x' })).status).toBe(404);
  expect((await gate.organizer.json<Twice>('GET', `${gate.base}/admissions`)).body.handedOutTwice).toEqual([]);
  // Taken back at another desk, the other one counts.
  const back = { ...early, takenBackAt: '2026-05-17T06:10:00.000Z' };
  expect(await give(gate, back)).toMatchObject([{ result: 'TAKEN_BACK', handedOut: { device: 'A' } }]);
  expect(await give(gate, early)).toMatchObject([{ result: 'TAKEN_BACK' }]);
});

test('the same hand-out counts in any order of arrival', async () => {
  const device = fc.constantFrom('A', 'B', 'C');
  const one = fc.record({
    device,
    scannedAt: fc.integer({ min: 0, max: 5 }),
    believed: fc.boolean(),
    takenBackAt: fc.option(fc.integer({ min: 6, max: 9 }), { nil: null }),
  });
  const key = (row: { device: string; scannedAt: number } | null) => row && `${row.scannedAt}`;
  const agrees = (counts: typeof countingHandOut) =>
    fc.property(
      fc.uniqueArray(one, { maxLength: 6, selector: ({ scannedAt }) => scannedAt }),
      fc.nat(),
      (all, turn) => {
        const turned = all.map((_, index) => all[(index + turn) % all.length]).flatMap((row) => row ?? []);
        const counting = counts(all);
        // With two impossible times the first upload counts.
        if (counting?.believed) expect(key(counts(turned))).toBe(key(counting));
        expect(counts(turned) === null).toBe(counting === null);
      },
    );
  fc.assert(agrees(countingHandOut), { seed });
  // The control: a rule by which the first that arrives counts is found out, if not by the first hundred tries.
  expect(
    fc.check(
      agrees((all) => all.find(({ takenBackAt }) => takenBackAt === null) ?? null),
      { seed, numRuns: 5000 },
    ).failed,
  ).toBe(true);
});

test('refuses unpaid orders and other events; a hand-out of a canceled order can be revoked', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const other = await gateOf(shop);
  const unpaidOrder = await order(shop, gate, {
    buyer: 'x@runner.example',
    people: [{ firstName: 'A', lastName: 'B' }],
  });
  const [unpaid] = await shop.deps.read.all<{ id: number }>(
    `select id from participants where order_id = ${unpaidOrder}`,
  );
  const entry = (participantId: number) => ({ participantId, device: 'A', handedOutAt: '2026-05-17T06:00:00.000Z' });
  expect(await give(gate, entry(unpaid?.id ?? 0), entry(other.ids[0]), entry(999_999))).toMatchObject([
    { result: 'NOT_FOUND' },
    { result: 'NOT_FOUND' },
    { result: 'NOT_FOUND' },
  ]);
  expect(await give(gate, entry(gate.ids[0]))).toMatchObject([{ result: 'HANDED_OUT' }]);
  await gate.organizer.json('PATCH', `/api/admin/orders/${gate.orderId}/cancel`);
  expect(await give(gate, entry(gate.ids[1]))).toMatchObject([{ result: 'NOT_FOUND' }]);
  const back = { ...entry(gate.ids[0]), takenBackAt: '2026-05-17T06:20:00.000Z' };
  expect(await give(gate, back)).toMatchObject([{ result: 'TAKEN_BACK', handedOut: null }]);
});

test('the list of the desk says what is due, and what is still to be paid', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  await order(shop, gate, { buyer: 'y@runner.example', people: [{ firstName: 'Uwe', lastName: 'Offen' }] });
  const { phone, api } = await deviceAt(shop, gate, { mayHandOut: true });
  type Ticket = { lastName: string; codeHash: string; due: { isPaid: boolean; openCents: number; orderId: number } };
  const { tickets } = (await phone.json<{ tickets: Ticket[] }>('GET', `${api}/desk-list`)).body;
  expect(tickets.map(({ lastName, codeHash, due }) => [lastName, codeHash !== '', due.isPaid, due.openCents])).toEqual([
    ['Groß', true, true, 0],
    ['Offen', false, false, 3000],
    ['Wałęsa', true, true, 0],
  ]);
  const scanList = JSON.stringify((await gate.organizer.json('GET', `${gate.base}/scan-list`)).body);
  expect([scanList.includes('Offen'), scanList.includes('openCents')]).toEqual([false, false]);
});

test('the list of the desk knows what went back of an order that came back', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const { organizer, orderId } = gate;
  const { phone, api } = await deviceAt(shop, gate, { mayHandOut: true });
  const order = `/api/admin/orders/${orderId}`;
  const openNow = async () => {
    type List = { tickets: { due: { orderId: number; openCents: number } }[] };
    const { tickets } = (await phone.json<List>('GET', `${api}/desk-list`)).body;
    return tickets.map(({ due }) => due.openCents);
  };
  expect(await openNow()).toEqual([0, 0]);
  const done = [
    await organizer.json('PATCH', `${order}/cancel`, { refund: { mode: 'full' } }),
    await organizer.json('POST', '/api/admin/orders/set-refund-status', {
      orderIds: [orderId],
      refundStatus: 'completed',
    }),
    await organizer.json('PATCH', `${order}/status`, { status: 'pending' }),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await openNow()).toEqual([6000, 6000]);
});

test('assigns a free start number at the desk to a participant without one', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const { phone, api } = await deviceAt(shop, gate, { mayHandOut: true, gate: 'Halle' });
  const set = async (participantId: number, bib: string) => {
    const { status, body } = await phone.json<{ details?: { fields?: { bib?: string[] } } }>('POST', `${api}/bib`, {
      participantId,
      bib,
    });
    return [status, body?.details?.fields?.bib?.length ?? 0];
  };
  expect(await set(gate.ids[0], ' 217 ')).toEqual([204, 0]);
  expect(await set(gate.ids[0], '217')).toEqual([204, 0]);
  expect(await set(gate.ids[0], '218')).toEqual([400, 1]);
  expect(await set(gate.ids[1], '217')).toEqual([400, 1]);
  expect(await set(gate.ids[1], ' ')).toEqual([400, 1]);
  expect(await set(999_999, '300')).toEqual([404, 0]);
  const comments = (await shop.deps.read.select().from(orderAudits)).map(({ comment }) => comment);
  expect(comments).toContain('participant.bibByHand');
  expect(comments).toContain('gate.bibByDevice');
});

test('a number is corrected at the desk only in place of the number that was confirmed', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const { phone, api } = await deviceAt(shop, gate, { mayHandOut: true, gate: 'Halle' });
  const set = async (participantId: number, bib: string, replaces?: string) =>
    (await phone.json('POST', `${api}/bib`, { participantId, bib, ...(replaces === undefined ? {} : { replaces }) }))
      .status;
  const [first, second] = gate.ids;
  type List = { tickets: { participantId: number; bib: string | null }[] };
  const bibs = async () =>
    (await phone.json<List>('GET', `${api}/desk-list`)).body.tickets
      .toSorted((a, b) => a.participantId - b.participantId)
      .map(({ bib }) => bib)
      .slice(0, 2);
  expect([await set(first, '217'), await set(second, '300')]).toEqual([204, 204]);
  // Without the old number, with a wrong one, and to a taken number.
  expect([await set(first, '218'), await set(first, '218', '219'), await set(first, '300', '217')]).toEqual([
    400, 400, 400,
  ]);
  expect(await bibs()).toEqual(['217', '300']);
  expect(await set(first, '218', '0217')).toBe(204);
  expect(await bibs()).toEqual(['218', '300']);
  // Two desks read 218: the second one is not told that its number holds.
  expect([await set(first, '219', '218'), await set(first, '220', '218')]).toEqual([204, 400]);
  expect(await bibs()).toEqual(['219', '300']);
});

test('hides a name from public lists at the desk, and cannot show it again', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const { phone, api } = await deviceAt(shop, gate, { mayHandOut: true, gate: 'Halle' });
  const scansOnly = await deviceAt(shop, gate, { mayHandOut: false });
  const [runner] = gate.ids;
  type List = { tickets: { participantId: number; due: { isNameHidden: boolean } }[] };
  const hidden = async () =>
    (await phone.json<List>('GET', `${api}/desk-list`)).body.tickets
      .filter(({ due }) => due.isNameHidden)
      .map(({ participantId }) => participantId);
  const hide = async (participantId: number) =>
    (await phone.json('POST', `${api}/hide-name`, { participantId })).status;
  expect(await hidden()).toEqual([]);
  const refused = await scansOnly.phone.json('POST', `${scansOnly.api}/hide-name`, { participantId: runner });
  expect([refused.status, await hidden()]).toEqual([404, []]);
  expect([await hide(runner), await hide(runner), await hide(999_999)]).toEqual([204, 204, 404]);
  expect(await hidden()).toEqual([runner]);
  const byStaff = await gate.organizer.json('POST', `${gate.base}/hide-name`, {
    participantId: gate.ids[1],
  });
  expect(byStaff.status).toBe(204);
  const comments = (await shop.deps.read.select().from(orderAudits)).map(({ comment }) => comment);
  const count = (comment: string) => comments.filter((one) => one === comment).length;
  expect([count('publicName.hidden'), count('gate.nameByDevice')]).toEqual([2, 1]);
});

test('a time before the device was opened is impossible and loses', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const { phone, api, id } = await deviceAt(shop, gate, { mayHandOut: true });
  const [runner] = gate.ids;
  await phone.json('POST', `${api}/hand-outs`, {
    handOuts: [{ participantId: runner, device: 'x', handedOutAt: '2026-05-16T06:00:00.000Z' }],
  });
  expect(
    await give(gate, { participantId: runner, device: 'B', handedOutAt: '2026-05-17T06:00:00.000Z' }),
  ).toMatchObject([{ result: 'HANDED_OUT' }]);
  const rows = await shop.deps.read.select().from(handOuts);
  expect(rows.map(({ device, believed, counts }) => [device, believed, counts])).toEqual([
    [`device-${id}`, false, false],
    ['B', true, true],
  ]);
  expect(rows[0]?.handedOutAt).toBe(fromIso('2026-05-16T06:00:00.000Z'));
});
