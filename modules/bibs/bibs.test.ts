import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cancelOrder, reactivateOrder, setBib } from '#modules/orders/index.ts';
import { orderAudits } from '#modules/orders/schema.ts';
import { markPaid } from '#modules/payments/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { advanceRun, applyRunsJob } from './apply-run.ts';
import { forgetOldPreviews } from './plan-run.ts';
import { applyAll, bibRace, named } from './testing.ts';

test('applies exactly the numbers of the preview', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([named('Zwettler'), named('Adam')]);
  await at.enter([named('Berger')]);
  await at.enter([named('Offen')], { isPaid: false });
  await at.enter([named('Zehn')], { to: at.secondId });
  expect((await at.range(100, 101)).status).toBe(201);
  const { body } = await at.preview({ sequence: 'name' });
  expect(body.run).toMatchObject({ status: 'preview', fresh: 2, changed: 0, left: 2 });
  const rows = await at.rows(body.run.id);
  expect(rows.map(({ lastName, after, outcome }) => [lastName, after, outcome])).toEqual([
    ['Zwettler', null, 'full'],
    ['Zehn', null, 'noRange'],
    ['Adam', '100', 'set'],
    ['Berger', '101', 'set'],
  ]);
  expect(await at.bibs()).toEqual({ Zwettler: null, Adam: null, Berger: null, Offen: null, Zehn: null });
  await at.apply(body.run.id);
  expect(await at.bibs()).toEqual({ Zwettler: null, Adam: '100', Berger: '101', Offen: null, Zehn: null });
  const again = await at.apply(body.run.id);
  expect([again.status, again.body.run.status]).toEqual([200, 'done']);
  const history = await (await at.organizer.fetch(`/admin/events/${at.eventId}/history`)).text();
  expect(history).toContain('Startnummernvergabe');
  const audits = await shop.deps.read.select().from(orderAudits);
  expect(audits.filter(({ comment }) => comment === 'participant.bibFromRange')).toHaveLength(2);
});

test('ranges of an event never overlap, and the database says so as well', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.range(100, 199);
  expect((await at.range(150, 250)).body).toMatchObject({
    code: 'BIB_RANGES_OVERLAP',
    details: { first: 100, last: 199 },
  });
  const second = await at.range(200, 299, { competitionId: at.secondId });
  expect(second.body.range.count).toBe(100);
  const change = (body: object) =>
    at.organizer.json<{ code?: string }>('PATCH', `${at.base}/bib-ranges/${second.body.range.id}`, body);
  expect((await change({ first: 199 })).body.code).toBe('BIB_RANGES_OVERLAP');
  expect((await change({ block: 10 })).body.code).toBe('VALIDATION_FAILED');
  expect((await change({ block: 10, gap: 2, reserve: 4 })).status).toBe(200);
  const raw = (text: string) => shop.deps.write(({ tx }) => tx.run(sql.raw(text)));
  const insert = (first: number, last: number) =>
    raw(
      `insert into bib_ranges (event_id, competition_id, first, last) values (${at.eventId}, ${at.competitionId}, ${first}, ${last})`,
    );
  await expect(insert(199, 199)).rejects.toThrow();
  await expect(raw('update bib_ranges set last = 200 where first = 100')).rejects.toThrow();
  await expect(insert(400, 300)).rejects.toThrow();
  await insert(300, 400);
  for (const [body, field] of [
    [{ first: 9, last: 3 }, 'last'],
    [{ first: 0, last: 3 }, 'first'],
    [{ first: 1, last: 1_000_000 }, 'last'],
    [{ first: 500, last: 510, reserve: 11 }, 'reserve'],
  ] as const) {
    const answer = await at.organizer.json<{ details: { fields: object } }>('POST', `${at.base}/bib-ranges`, {
      competitionId: at.competitionId,
      ...body,
    });
    expect([answer.status, Object.keys(answer.body.details.fields)]).toEqual([400, [field]]);
  }
  expect((await at.organizer.json('DELETE', `${at.base}/bib-ranges/${second.body.range.id}`)).status).toBe(204);
});

test('reports changes since the preview before applying anything', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([named('Adam'), named('Berger')]);
  await at.range(1, 9);
  const { body } = await at.preview();
  const [adam] = (await shop.deps.read.all<{ id: number }>(sql`select id from participants order by id`)) as [
    { id: number },
  ];
  await shop.deps.write((work) => setBib(work, { participantId: adam.id, bib: '2', source: 'hand' }));
  const refused = await at.apply(body.run.id);
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'BIB_RUN_OUTDATED', { count: 1 }]);
  expect(await at.bibs()).toEqual({ Adam: '2', Berger: null });
  const fresh = await at.preview();
  await at.apply(fresh.body.run.id);
  expect(await at.bibs()).toEqual({ Adam: '2', Berger: '1' });
});

test('deletes previews when a range changes', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([named('Adam')]);
  await at.range(1, 9);
  const { body } = await at.preview();
  await at.range(10, 19);
  expect((await at.apply(body.run.id)).status).toBe(404);
});

test('leaves and reports people who change while a run is applied', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter(Array.from({ length: 60 }, (_, index) => named(`L${String(index).padStart(2, '0')}`)));
  await at.range(1, 100);
  const { body } = await at.preview();
  await at.organizer.json('POST', `${at.base}/bib-runs/${body.run.id}/apply`, {});
  await shop.deps.write((work) => advanceRun(shop.deps, work, body.run.id));
  const people = await shop.deps.read.all<{ id: number }>(sql`select id from participants order by id`);
  const byHand = (at: number, bib: string) =>
    shop.deps.write((work) => setBib(work, { participantId: people[at]?.id ?? 0, bib, source: 'hand' }));
  await byHand(50, '60');
  const job = applyRunsJob(shop.deps);
  while (await job.run());
  const { body: after } = await at.organizer.json<{ run: { status: string; skipped: number } }>(
    'GET',
    `${at.base}/bib-runs/${body.run.id}`,
  );
  // One has a number by hand, and the one who was to get it has none.
  expect(after.run).toMatchObject({ status: 'done', skipped: 2 });
  const bibs = await at.bibs();
  expect([bibs.L50, bibs.L59, bibs.L58]).toEqual(['60', null, '59']);
});

test('swaps all numbers and undoes the last run', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  const names = Array.from({ length: 60 }, (_, index) => `L${String(index).padStart(2, '0')}`);
  await at.enter(names.toReversed().map((name) => named(name)));
  await at.range(1, 60);
  await at.apply((await at.preview()).body.run.id);
  const before = await at.bibs();
  const { body } = await at.preview({ sequence: 'name', reassign: true });
  expect(body.run).toMatchObject({ changed: 60, fresh: 0 });
  await at.apply(body.run.id);
  expect(Object.entries(await at.bibs()).sort()).toEqual(names.map((name, index) => [name, String(index + 1)]));
  const undo = await at.undo();
  await at.apply(undo.body.run.id);
  expect(await at.bibs()).toEqual(before);
  expect((await at.undo()).body.code).toBe('NOTHING_TO_UNDO');
});

test('frees the number of a canceled order, which gets it back only if it is still free', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  const first = await at.enter([named('Adam')]);
  const second = await at.enter([named('Berger')]);
  await at.range(1, 2);
  await at.apply((await at.preview()).body.run.id);
  const cancel = (orderId: number) =>
    shop.deps.write((work) =>
      cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack: async () => 0 as never }),
    );
  await cancel(first);
  await cancel(second);
  await at.enter([named('Cerny')]);
  await at.apply((await at.preview()).body.run.id);
  const revive = (orderId: number) =>
    shop.deps.write((work) => reactivateOrder(work, { orderId, isPaid: true, editorId: 1 }));
  await revive(first);
  await revive(second);
  expect(await at.bibs()).toEqual({ Adam: null, Berger: '2', Cerny: '1' });
});

test('whoever is paid gets the smallest free number by itself, where the organizer wants it', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.range(5, 9, { block: 2, gap: 1 });
  await at.enter([named('Vorher')]);
  await shop.settle();
  expect(await at.bibs()).toEqual({ Vorher: null });
  await at.organizer.json('PATCH', `${at.base}/bibs`, { assignOnCompletion: true });
  const canceled = await at.enter([named('Adam')]);
  const open = await at.enter([named('Offen')], { isPaid: false });
  await shop.settle();
  await at.enter([named('Berger')]);
  await shop.settle();
  expect(await at.bibs()).toEqual({ Vorher: null, Adam: '5', Offen: null, Berger: '6' });
  await shop.deps.write((work) =>
    cancelOrder(work, { orderId: canceled, editorId: 1, reason: 'byAdmin', giveBack: async () => 0 as never }),
  );
  await shop.deps.write((work) => markPaid(work, { orderId: open, editorId: 1 }));
  await at.enter([named('Cerny'), named('Dorn'), named('Voll')]);
  await shop.settle();
  expect(await at.bibs()).toEqual({
    Vorher: null,
    '(Adam)': '5',
    Offen: '5',
    Berger: '6',
    Cerny: '8',
    Dorn: '9',
    Voll: null,
  });
});

test('sends each mail that waited for the number once', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.organizer.json('PATCH', at.base, { needsBibForMail: true });
  await at.enter([
    named('Adam', { email: 'adam@runner.example' }),
    named('Berger', { email: 'berger@runner.example' }),
  ]);
  await shop.settle();
  expect(await shop.mails('adam@runner.example')).toEqual([]);
  await at.range(1, 9);
  await at.apply((await at.preview()).body.run.id);
  await shop.settle();
  await at.apply((await at.preview({ sequence: 'name', reassign: true })).body.run.id);
  await at.apply((await at.undo()).body.run.id);
  await applyAll(shop);
  await shop.settle();
  for (const who of ['adam', 'berger']) expect(await shop.mails(`${who}@runner.example`)).toHaveLength(1);
});

test('deletes unapplied previews with their people', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([named('Adam')]);
  await at.range(1, 9);
  const { body } = await at.preview();
  shop.clock.advance(25 * 3_600_000);
  await shop.deps.write(forgetOldPreviews);
  expect((await at.organizer.json('GET', `${at.base}/bib-runs/${body.run.id}`)).status).toBe(404);
  expect(await shop.deps.read.all(sql`select * from bib_run_items`)).toEqual([]);
});
