import { expect, test } from 'vitest';
import { runner } from '#modules/orders/testing.ts';
import { orderPaid, rrId, shopWithTiming } from '../testing.ts';

type Difference = {
  participantId: number;
  field: string;
  ours: string;
  theirs: string;
  state: string;
  error: string | null;
};
type Compared = { run: { id: number; state: string; missingThere: number; missingHere: number }; rows: Difference[] };

async function compared(people: Parameters<typeof runner>[0][] = [{ club: 'LC Donau' }, {}, {}]) {
  const at = await shopWithTiming();
  await at.setUp();
  const { orderId, participantIds } = await orderPaid(
    at,
    at.race,
    people.map((person) => runner(person)),
  );
  await at.sync();
  const path = `/api/admin/events/${at.race.eventId}/race-result/compare`;
  const change = (pid: number, values: Record<string, string | number>) => at.simulator.change(rrId, pid, values);
  const look = async () => {
    await at.admin.json('POST', path);
    return (await at.admin.json<Compared>('GET', path)).body;
  };
  const comparison = async () => (await at.admin.json<Compared>('GET', path)).body;
  const act = (what: 'apply' | 'undo', body: object) => at.admin.json<Compared>('POST', `${path}/${what}`, body);
  const person = async (at_: number) => {
    const { body } = await at.admin.json<{ order: { competitions: { teams: { participants: object[] }[] }[] } }>(
      'GET',
      `/api/admin/orders/${orderId}`,
    );
    return body.order.competitions.flatMap(({ teams }) => teams.flatMap((team) => team.participants))[at_];
  };
  return { at, change, look, comparison, act, person, ids: participantIds };
}

test('finds no difference between equal values', async () => {
  const { look } = await compared();
  expect(await look()).toMatchObject({ run: { state: 'open', missingThere: 0, missingHere: 0 }, rows: [] });
});

test('shows the error text of RACE RESULT when the comparison is refused', async () => {
  const { at, comparison } = await compared();
  at.simulator.misbehaviour.failNext({
    ...{ command: 'data/list', kind: 'status', status: 400, error: 'field not found: Club' },
  });
  const refused = await at.admin.form(`/admin/events/${at.race.eventId}/timing/compare`, {});
  const page = await refused.text();
  expect(refused.status).toBe(409);
  expect(page).toContain('RACE RESULT hat die Abfrage abgelehnt. RACE RESULT sagt: field not found: Club');
  expect(page).not.toContain('in ein paar Minuten');
  expect((await comparison()).run).toBeNull();
});

test('each difference is shown, the winner is chosen by the field, and undo takes it back', async () => {
  const { at, change, look, comparison, act, person, ids } = await compared();
  await change(1, { Club: 'SV Enns', Lastname: 'Anders' });
  await change(2, { Club: 'Neu', Nation: 'AUT' });
  await change(3, { Club: '', Firstname: 'Zoe' });
  at.simulator.event(rrId)?.participants.push({ ID: 77, Bib: 4000, ForeignKey: '', Lastname: 'Fremd', Contest: 1 });
  const { run, rows } = await look();
  expect(run).toMatchObject({ missingThere: 0, missingHere: 1 });
  expect(rows.map(({ participantId, field, ours, theirs }) => [participantId, field, ours, theirs])).toEqual([
    [ids[0], 'Lastname', expect.stringContaining('Wałęsa'), 'Anders'],
    [ids[0], 'Club', 'LC Donau', 'SV Enns'],
    [ids[1], 'Nation', '', 'AUT'],
    [ids[1], 'Club', '', 'Neu'],
    [ids[2], 'Firstname', 'Zoë', 'Zoe'],
  ]);
  // Looking changes nothing.
  expect(at.there()[0]).toMatchObject({ Lastname: 'Anders' });
  const winners = { Club: 'theirs', Lastname: 'ours' };
  expect((await act('apply', { runId: run.id, winners })).body.run.state).toBe('applying');
  await at.shop.settle();
  expect((await comparison()).run.state).toBe('applied');
  expect(await person(0)).toMatchObject({ club: 'SV Enns', lastName: expect.stringContaining('Wałęsa') });
  expect(await person(1)).toMatchObject({ club: 'Neu', nationalityCountryCode: null });
  expect(at.there()[0]).toMatchObject({ Lastname: expect.stringContaining('Wałęsa') });
  // No winner was chosen for first names.
  expect(at.there()[2]).toMatchObject({ Firstname: 'Zoe' });
  expect((await act('apply', { runId: run.id, winners })).status).toBe(409);
  expect((await act('undo', { runId: run.id })).status).toBe(200);
  await at.shop.settle();
  expect((await comparison()).run.state).toBe('undone');
  expect(await person(0)).toMatchObject({ club: 'LC Donau' });
  // It was empty before: nothing empty overwrites, not even on the way back.
  expect(await person(1)).toMatchObject({ club: 'Neu' });
  expect(at.there()[0]).toMatchObject({ Lastname: 'Anders' });
  expect((await comparison()).rows.map(({ state }) => state)).toEqual(['undone', 'undone', 'open', 'left', 'open']);
});

test('an empty value wins on neither side, whatever is chosen', async () => {
  const { at, change, look, act, person } = await compared([{ club: 'LC Donau' }, {}]);
  await change(1, { Club: '' });
  await change(2, { Club: 'Dort' });
  const { run } = await look();
  await act('apply', { runId: run.id, winners: { Club: 'theirs' } });
  await at.shop.settle();
  expect(await person(0)).toMatchObject({ club: 'LC Donau' });
  expect(await person(1)).toMatchObject({ club: 'Dort' });
  const again = await look();
  await act('apply', { runId: again.run.id, winners: { Club: 'ours' } });
  await at.shop.settle();
  expect(at.there().map(({ Club }) => Club)).toEqual(['LC Donau', 'Dort']);
});

test('applies swapped numbers; reports a number that is still taken', async () => {
  const { at, change, look, act, comparison } = await compared([{}, {}, {}]);
  await change(1, { Bib: 102 });
  await change(2, { Bib: 101 });
  const { run } = await look();
  await act('apply', { runId: run.id, winners: { Bib: 'theirs' } });
  await at.shop.settle();
  expect((await at.bibs()).map(({ bib }) => bib)).toEqual(['102', '101', '103']);
  expect((await comparison()).run.state).toBe('applied');
  await at.sync();
  expect(at.there().map(({ Bib }) => Bib)).toEqual([102, 101, 103]);
});

test('retries a broken call while applying, and reports refusals', async () => {
  const { at, change, look, act, comparison } = await compared();
  await change(1, { Lastname: 'Anders' });
  await change(2, { Lastname: 'Auch' });
  const { run } = await look();
  at.simulator.misbehaviour.failNext({ command: 'part/savefields', kind: 'drop' });
  at.simulator.misbehaviour.failNext({
    command: 'part/savefields',
    kind: 'status',
    status: 400,
    error: 'locked',
    skip: 1,
  });
  await act('apply', { runId: run.id, winners: { Lastname: 'ours' } });
  await at.shop.settle();
  at.shop.clock.advance(60_000);
  await at.shop.settle();
  await at.shop.settle();
  const { run: after, rows } = await comparison();
  expect(after.state).toBe('applied');
  expect(rows.map(({ state, error }) => [state, error])).toEqual([
    ['done', null],
    ['failed', 'locked'],
  ]);
});

test('the page shows the differences, applies the choice and takes it back', async () => {
  const { at, change } = await compared();
  await change(1, { Club: 'SV Enns' });
  const path = `/admin/events/${at.race.eventId}/timing/compare`;
  expect((await at.admin.form(path, {})).status).toBe(303);
  const page = await (await at.admin.fetch(path)).text();
  expect(page).toContain('SV Enns');
  const runId = /name="runId" value="(\d+)"/.exec(page)?.[1] ?? '';
  expect((await at.admin.form(`${path}/apply`, { runId, 'winner-Club': 'theirs' })).status).toBe(303);
  await at.shop.settle();
  expect(await (await at.admin.fetch(path)).text()).toContain('Rückgängig machen');
  expect((await at.admin.form(`${path}/undo?run=${runId}`, {})).status).toBe(303);
  await at.shop.settle();
  expect(await (await at.admin.fetch(path)).text()).toContain('wieder wie vorher');
  const queue = await (await at.admin.fetch(`/admin/events/${at.race.eventId}/timing`)).text();
  expect(queue).toContain('Geschickt');
});
