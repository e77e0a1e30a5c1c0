import { expect, test } from 'vitest';
import { hours } from '#src/kernel/time.ts';
import type { Caller } from '#tests/support/shop.ts';
import { type OwnTeam, teamRace } from './testing.ts';

type Refused = { code: string; details: { fields?: Record<string, string[]> } };
const call = (who: Caller, method: string, path: string, body?: object) =>
  who.json<OwnTeam & Refused>(method, path, body);
const linkIn = (text = '') => /http:\/\/shop\.test\/shared-teams\/\S+/.exec(text)?.[0] ?? expect.fail();

test('a captain reminds, takes back, puts the legs in order and makes a new link by calls', async () => {
  const { open, captain, mails, settle, clock, member, join, visitor, login, look, comes } = await teamRace();
  const { body: team } = await open(captain, { places: 3 });
  await member(team.link);
  const base = `/api/shared-teams/${team.id}`;
  const invited = await captain.json<{ placeId: number }>('POST', `${base}/invitations`, { email: 'kim@example.test' });
  const place = `${base}/invitations/${invited.body.placeId}`;
  // Once a day, and by nobody else.
  expect((await call(captain, 'POST', `${place}/remind`)).body.code).toBe('SHARED_TEAM_TOLD');
  clock.advance(hours(25));
  const again = await login('captain@example.test');
  const other = await login('other@example.test');
  for (const [method, path] of [
    ['POST', `${place}/remind`],
    ['DELETE', place],
    ['POST', `${base}/new-link`],
  ] as const)
    expect([path, (await call(other, method, path)).status]).toEqual([path, 404]);
  expect((await call(again, 'POST', `${place}/remind`)).body).toMatchObject({ id: team.id, missing: 2 });
  await settle();
  const [, second] = await mails('kim@example.test');
  const link = linkIn(second?.text);
  expect((await call(again, 'POST', `${base}/invitations/999999/remind`)).status).toBe(404);

  const states = async () => (await look(team.id)).places.map(({ state }) => state);
  expect(await states()).toEqual(['paid', 'invited', 'open']);
  const [paid] = (await look(team.id)).places;
  const move = (id: number | undefined, by: string) => call(again, 'POST', `${base}/places/${id}/move`, { by });
  expect((await move(paid?.id, 'down')).body.places.map(({ state }) => state)).toEqual(['invited', 'paid', 'open']);
  expect((await move(paid?.id, 'sideways')).status).toBe(400);
  expect((await move(999_999, 'up')).status).toBe(404);
  expect((await move(paid?.id, 'up')).body.places.map(({ state }) => state)).toEqual(['paid', 'invited', 'open']);

  const back = await call(again, 'DELETE', place);
  expect(back.body.places.map(({ state, email }) => [state, email])).toEqual([
    ['paid', null],
    ['open', null],
    ['open', null],
  ]);
  expect((await join(visitor(), link, { email: 'kim@example.test' })).status).toBeGreaterThanOrEqual(400);
  expect((await call(again, 'DELETE', place)).body.code).toBe('SHARED_TEAM_NO_PLACES');

  const fresh = await call(again, 'POST', `${base}/new-link`);
  expect(fresh.body.link).not.toBe(team.link);
  expect((await comes(team.link)).answer.status).toBeGreaterThanOrEqual(400);
  expect((await comes(fresh.body.link)).answer.status).toBe(303);
});

test('an organizer says by calls what legs are called, and the export of participants has the leg', async () => {
  const { race, office, open, member, visitor, login } = await teamRace();
  const path = `/api/admin/events/${race.eventId}/shared-teams/settings`;
  const set = (body: object, who = office) =>
    who.json<Refused & { legs: unknown; mostOpen: number }>('PATCH', path, body);
  expect((await office.json('GET', path)).body).toEqual({ mostOpen: 2, shortRule: 'dissolve', legs: [] });
  const legs = [{ competitionId: race.relayId, names: ['Schwimmen', 'Rad'] }];
  expect((await set({ mostOpen: 3, legs })).body).toEqual({ mostOpen: 3, shortRule: 'dissolve', legs });
  // What is left out stays.
  expect((await set({ shortRule: 'keep' })).body).toEqual({ mostOpen: 3, shortRule: 'keep', legs });
  expect((await set({ legs: [{ competitionId: race.runId, names: ['x'] }] })).body.details.fields).toHaveProperty(
    'legs',
  );
  expect((await set({ legs: [{ competitionId: race.relayId, names: ['a, b'] }] })).status).toBe(400);
  expect((await set({ mostOpen: 21 })).status).toBe(400);
  expect((await set({ mostOpen: 1 }, await login('other@example.test'))).status).toBeGreaterThanOrEqual(403);
  const history = await (await office.fetch(`/admin/events/${race.eventId}/history`)).text();
  expect(history).toContain('Schwimmen, Rad');

  const { body: team } = await open();
  for (const _ of [1, 2, 3]) await member(team.link);
  for (const kind of ['orders/detailed', 'race-fields']) {
    const file = await office.fetch(`/api/admin/statistics/event/${race.eventId}/export/${kind}?format=csv`);
    const [heads = [], ...rows] = (await file.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'));
    const at = heads.indexOf('Strecke');
    expect([kind, at]).toEqual([kind, heads.indexOf('Team') + 1]);
    // The third has no name, and so its number.
    expect([kind, rows.map((row) => row[at])]).toEqual([kind, ['Schwimmen', 'Rad', '3']]);
  }
  expect((await visitor().json('GET', path)).status).toBe(401);
});
