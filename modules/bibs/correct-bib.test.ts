import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderAudits } from '#modules/orders/schema.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';
import { bibRace, named } from './testing.ts';

type Answer = {
  participant?: { id: number; rrBib: string | null; orderNumber: string };
  code?: string;
  details?: { reason?: string; bib?: string; participantId?: number; fields?: Record<string, string[]> };
};

/** A race with these people; ids by last name. */
async function scene(names: readonly string[], shop?: TestShop) {
  const own = shop ?? (await testShop());
  const at = await bibRace(own);
  for (const name of names) await at.enter([named(name, { email: `${name.toLowerCase()}@runner.example` })]);
  const rows = await own.deps.read.all<{ id: number; orderId: number; name: string }>(
    sql`select id, order_id orderId, last_name name from participants order by id`,
  );
  const person = (name: string) => rows.find((row) => row.name === name) ?? expect.fail(name);
  const correct = (name: string, body: object) =>
    at.organizer.json<Answer>('PATCH', `/api/admin/participants/${person(name).id}/bib`, body);
  const outside = async () =>
    (
      await at.organizer.json<{ count: number; rows: { lastName: string; bib: string }[] }>(
        'GET',
        `${at.base}/bibs/outside`,
      )
    ).body;
  return { ...at, shop: own, person, correct, outside };
}

test('a start number is corrected, taken away and given back, and the history says who did it', async () => {
  const { shop, correct, bibs } = await scene(['Adam']);
  const said: [object, string | null][] = [
    [{ bib: ' 0042 ' }, '42'],
    [{ bib: '42' }, '42'],
    [{ bib: '0' }, '0'],
    [{ bib: 'A7' }, 'A7'],
    [{ bib: null }, null],
    [{ bib: '7' }, '7'],
  ];
  for (const [body, bib] of said) {
    const answer = await correct('Adam', body);
    expect([answer.status, answer.body.participant?.rrBib]).toEqual([200, bib]);
    expect((await bibs()).Adam).toBe(bib);
  }
  const audits = await shop.deps.read.select().from(orderAudits);
  // Not for the number that stayed.
  expect(
    audits.filter(({ comment, editorId }) => comment === 'participant.bibByHand' && editorId !== null),
  ).toHaveLength(5);
});

test('refuses a held number and names its holder', async () => {
  const { correct, person, bibs } = await scene(['Adam', 'Berger']);
  await correct('Adam', { bib: '7' });
  for (const bib of ['7', '007', ' 7 ']) {
    const answer = await correct('Berger', { bib });
    expect([answer.status, answer.body.code, answer.body.details]).toMatchObject([
      409,
      'RR_BIB_CHANGE_FAILED',
      { reason: 'taken', bib: '7', participantId: person('Adam').id },
    ]);
  }
  expect(await bibs()).toEqual({ Adam: '7', Berger: null });
});

test('compares numbers with letters without case, stored ones included', async () => {
  const { shop, correct, bibs } = await scene(['Adam', 'Berger']);
  expect((await correct('Adam', { bib: 'a-12' })).body.participant?.rrBib).toBe('A-12');
  for (const bib of ['A-12', 'a-12', 'Ａ-１２']) {
    expect((await correct('Berger', { bib })).body.details).toMatchObject({ reason: 'taken', bib: 'A-12' });
    await shop.deps.write(({ tx }) => tx.run("update participants set rr_bib = 'a-12' where rr_bib = 'A-12'"));
  }
  expect((await correct('Berger', { bib: '０５' })).body.participant?.rrBib).toBe('5');
  expect(await bibs()).toEqual({ Adam: 'a-12', Berger: '5' });
});

test('refuses an invalid start number at its field', async () => {
  const { correct, bibs } = await scene(['Adam']);
  for (const bib of ['', '   ', 'x'.repeat(21), '1\n2', 12, true]) {
    const answer = await correct('Adam', { bib });
    expect([bib, answer.status, answer.body.code]).toEqual([bib, 400, 'VALIDATION_FAILED']);
  }
  for (const body of [{}, { nextFree: false }, { bib: '1', nextFree: true }, { number: '1' }])
    expect([body, (await correct('Adam', body)).status]).toEqual([body, 400]);
  expect(await bibs()).toEqual({ Adam: null });
});

test('the next free number is the smallest of the competition’s own ranges', async () => {
  const { correct, range, secondId, bibs } = await scene(['Adam', 'Berger', 'Conrad']);
  const refused = await correct('Adam', { nextFree: true });
  expect([refused.status, refused.body.details?.reason]).toEqual([409, 'noRange']);
  await range(1, 5, { competitionId: secondId });
  await range(10, 12, { reserve: 1 });
  await correct('Berger', { bib: '10' });
  expect((await correct('Adam', { nextFree: true })).body.participant?.rrBib).toBe('11');
  const full = await correct('Conrad', { nextFree: true });
  expect([full.status, full.body.details?.reason]).toEqual([409, 'full']);
  expect(await bibs()).toEqual({ Adam: '11', Berger: '10', Conrad: null });
});

test('assigns no numbers to other events or canceled orders', async () => {
  const { shop, correct, person, organizer } = await scene(['Adam', 'Berger']);
  const stranger = await shop.login('stranger@example.test');
  const path = `/api/admin/participants/${person('Adam').id}/bib`;
  expect((await stranger.json('PATCH', path, { bib: '1' })).status).toBe(403);
  await organizer.json('PATCH', `/api/admin/orders/${person('Berger').orderId}/cancel`, { refund: { mode: 'none' } });
  await shop.settle();
  expect((await correct('Berger', { bib: '1' })).status).toBe(404);
});

test('lists numbers outside of their ranges with a button for the next free one', async () => {
  const { shop, correct, range, outside, person, organizer, eventId, secondId } = await scene([
    'Adam',
    'Berger',
    'Conrad',
    'Dorn',
  ]);
  await correct('Adam', { bib: '99' });
  expect(await outside()).toEqual({ count: 0, rows: [] });
  await range(100, 199, { competitionId: secondId });
  await correct('Berger', { bib: '150' });
  // Where the competition has no range, only a number of another one's range is wrong.
  expect((await outside()).rows).toMatchObject([{ lastName: 'Berger', bib: '150' }]);
  await range(1, 20, { block: 5, gap: 5, reserve: 2 });
  for (const [name, bib] of [
    ['Conrad', '20'],
    ['Dorn', 'VIP'],
  ] as const)
    await correct(name, { bib });
  expect((await outside()).rows.map(({ lastName }) => lastName).toSorted()).toEqual(['Adam', 'Berger', 'Dorn']);
  const page = `/admin/events/${eventId}/bibs`;
  const text = shown(await (await organizer.fetch(page)).text());
  expect(text).toContain('Nummern außerhalb des Bereichs');
  expect(text).toContain('3 Personen haben eine Nummer');
  const press = await organizer.form(`${page}/next-free`, { participantId: String(person('Adam').id) });
  expect([press.status, press.headers.get('location')]).toEqual([303, `${page}?done=nextFree`]);
  expect((await outside()).rows.map(({ lastName }) => lastName).toSorted()).toEqual(['Berger', 'Dorn']);
  await range(300, 300, { competitionId: secondId });
  expect((await organizer.form(`${page}/next-free`, { participantId: '999999' })).status).toBe(404);
  await shop.settle();
});

test('the person page corrects a number without a script and names who has it', async () => {
  const { shop, correct, person, organizer, range, bibs } = await scene(['Adam', 'Berger']);
  await correct('Berger', { bib: '7' });
  const page = (name: string) => `/admin/orders/${person(name).orderId}/participants/${person(name).id}`;
  const post = (fields: Record<string, string>) => organizer.form(`${page('Adam')}/bib`, fields);
  expect(await (await organizer.fetch(page('Adam'))).text()).toContain(`action="${page('Adam')}/bib"`);
  const taken = await post({ bib: '07' });
  expect([taken.status, shown(await taken.text())]).toEqual([
    409,
    expect.stringContaining('Diese Nummer hat schon Zoë Berger (Bestellung'),
  ]);
  const none = await post({ bib: '', nextFree: 'true' });
  expect([none.status, shown(await none.text())]).toEqual([409, expect.stringContaining('keinen Nummernbereich')]);
  expect((await post({ bib: 'x'.repeat(30) })).status).toBe(409);
  const saved = await post({ bib: '8' });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${page('Adam')}?done=bibChanged`]);
  expect(await bibs()).toEqual({ Adam: '8', Berger: '7' });
  await range(1, 9);
  await post({ bib: '', nextFree: 'true' });
  expect((await bibs()).Adam).toBe('1');
  await post({ bib: '' });
  expect((await bibs()).Adam).toBeNull();
  await shop.settle();
});

test('a move gives the next free number of the new competition, and keeps a number of its ranges', async () => {
  const { correct, person, organizer, range, secondId, competitionId, bibs } = await scene([
    'Adam',
    'Berger',
    'Conrad',
    'Dorn',
  ]);
  await range(1, 9);
  await range(20, 21, { competitionId: secondId });
  const move = (name: string, to: number, more: object = {}) =>
    organizer.json('PATCH', `/api/admin/orders/${person(name).orderId}/change-participant-competition`, {
      participantId: person(name).id,
      competitionId: to,
      ...more,
    });
  for (const [name, bib] of [
    ['Adam', '1'],
    ['Berger', '21'],
    ['Dorn', '4'],
  ] as const)
    await correct(name, { bib });
  const moved = await Promise.all([
    move('Adam', secondId, { nextFreeBib: true }),
    move('Berger', secondId, { nextFreeBib: true }),
    move('Conrad', secondId, { nextFreeBib: true }),
    move('Dorn', secondId),
  ]);
  expect(moved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await bibs()).toEqual({ Adam: '20', Berger: '21', Conrad: null, Dorn: '4' });
  // All numbers there are given: the move is done, and the number stays.
  await move('Dorn', competitionId);
  const path = `/admin/orders/${person('Dorn').orderId}/participants/${person('Dorn').id}/move`;
  const page = await (await organizer.fetch(path)).text();
  expect(page).toMatch(/<input[^>]*name="nextFreeBib"[^>]*checked/);
  const done = await organizer.form(path, {
    competitionId: String(secondId),
    difference: 'settle',
    nextFreeBib: 'true',
  });
  expect(done.headers.get('location')).toContain('done=movedBibStays');
  expect(shown(await (await organizer.fetch(done.headers.get('location') ?? '')).text())).toContain(
    'die alte Startnummer bleibt',
  );
  expect((await bibs()).Dorn).toBe('4');
});

test('mails a corrected ticket only to holders of a mailed one', async () => {
  const { shop, correct } = await scene(['Adam']);
  await shop.settle();
  const mails = () => shop.mails('adam@runner.example');
  expect(await mails()).toHaveLength(1);
  await correct('Adam', { bib: '7' });
  await shop.settle();
  expect(await mails()).toHaveLength(1);
  await correct('Adam', { bib: '8' });
  await shop.settle();
  expect(await mails()).toHaveLength(2);
});
