import { expect, test } from 'vitest';
import { setChip } from '#modules/bibs/set-chip.ts';
import { runner } from '#modules/orders/testing.ts';
import { orderPaid, shopWithTiming } from '../testing.ts';

type Answer = { participant?: { rrBib: string | null }; details?: { reason?: string; fields?: object; bib?: string } };

async function scene(change: Record<string, unknown> = {}, options: Parameters<typeof shopWithTiming>[0] = {}) {
  const at = await shopWithTiming(options);
  await at.setUp(change);
  const people = [runner({ firstName: 'Ada', lastName: 'Ahorn' }), runner({ firstName: 'Ben', lastName: 'Birke' })];
  const { participantIds, orderId } = await orderPaid(at, at.race, people);
  await at.sync();
  const [ada = 0, ben = 0] = participantIds;
  const correct = async (participantId: number, body: object) => {
    const answer = await at.admin.json<Answer>('PATCH', `/api/admin/participants/${participantId}/bib`, body);
    return [
      answer.status,
      answer.body.details?.reason ??
        answer.body.participant?.rrBib ??
        Object.keys(answer.body.details?.fields ?? {})[0],
    ];
  };
  return { ...at, ada, ben, orderId, correct };
}

test('a corrected number goes to RACE RESULT through the queue', async () => {
  const at = await scene();
  const [before] = at.there();
  expect(before).toMatchObject({ Lastname: 'Ahorn', Bib: 101 });
  expect(await at.correct(at.ada, { bib: '0500' })).toEqual([200, '500']);
  await at.sync();
  expect(at.there()).toMatchObject([
    { Lastname: 'Ahorn', Bib: 500 },
    { Lastname: 'Birke', Bib: 102 },
  ]);
});

test('a timing chip goes to RACE RESULT through the queue', async () => {
  const at = await scene();
  await at.shop.deps.write((work) => setChip(work, { participantId: at.ben, chip: 'ab-12', editorId: 1 }));
  await at.sync();
  expect(at.there()).toMatchObject([{ Bib: 101 }, { Bib: 102, Transponder1: 'AB-12' }]);
  expect(at.there()[0]?.Transponder1 ?? '').toBe('');
});

test('a start wave goes to RACE RESULT in its field, and is emptied for a person without one', async () => {
  const at = await scene({}, { customFields: ['Startwelle'] });
  const base = `/api/admin/events/${at.race.eventId}/waves`;
  const made = await at.admin.json<{ wave: { id: number } }>('POST', base, {
    ...{ competitionId: at.race.runId, title: 'Welle A', startsAt: '2026-05-17T07:30:00Z', size: 5 },
  });
  const set = (waveId: number | null) => at.admin.json('POST', `${base}/set`, { participantId: at.ben, waveId });
  const waves = async () => {
    await at.sync();
    return at.there().map(({ Startwelle }) => Startwelle ?? '');
  };
  const { id } = made.body.wave;
  const calls = at.calls('part/savefields').length;
  expect((await set(id)).status).toBe(204);
  expect(await waves()).toEqual(['', '']);
  expect(at.calls('part/savefields'), 'nothing is sent without the name of a field').toHaveLength(calls);
  await at.setUp({ waveField: 'Startwelle' });
  await set(null);
  await set(id);
  expect(await waves()).toEqual(['', 'Welle A']);
  await at.admin.json('PATCH', `${base}/${id}`, { title: 'Welle 1' });
  expect(await waves()).toEqual(['', 'Welle 1']);
  await at.admin.json('DELETE', `${base}/${id}`);
  expect(await waves()).toEqual(['', '']);
});

test('RACE RESULT accepts numbers only, and restores a removed one', async () => {
  const at = await scene();
  for (const bib of ['A7', '0', '1234567890'])
    expect([bib, await at.correct(at.ada, { bib })]).toEqual([bib, [400, 'bib']]);
  expect(await at.correct(at.ada, { bib: null })).toEqual([409, 'knownByTiming']);
  expect(await at.correct(at.ada, { nextFree: true })).toEqual([409, 'noRange']);
  expect(await at.correct(at.ada, { bib: '102' })).toEqual([409, 'taken']);
  await at.admin.json('PATCH', `/api/admin/orders/${at.orderId}/cancel`, { refund: { mode: 'none' } });
  const other = await orderPaid(at, at.race, [runner({ firstName: 'Cem', lastName: 'Celik' })]);
  await at.sync();
  expect(await at.correct(other.participantIds[0] ?? 0, { bib: '101' })).toEqual([409, 'keptByTiming']);
});

test('where participants start with their ids, the next free number is that id, and no other participant’s id', async () => {
  const at = await scene({ useParticipantIdAsBib: true, newBibUrl: null });
  const ids = [String(at.ada), String(at.ben)];
  expect((await at.bibs()).map(({ bib }) => bib)).toEqual(ids);
  expect(await at.correct(at.ada, { bib: '9000' })).toEqual([200, '9000']);
  // Ada has given up her own id for now; it stays hers.
  expect(await at.correct(at.ben, { bib: String(at.ada) })).toEqual([409, 'taken']);
  expect(await at.correct(at.ada, { nextFree: true })).toEqual([200, String(at.ada)]);
  await at.sync();
  expect(at.there().map(({ Bib }) => String(Bib))).toEqual(ids);
});
