import { expect, test } from 'vitest';
import { Database } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { days } from '#src/kernel/time.ts';
import { settleTeam } from './settle-team.ts';
import { teamRace } from './testing.ts';

const crowd = 40;

test('the last place of a team that many ask for at once is one person’s, and sold once', async () => {
  const { open, captain, member, visitor, join, book, settle, stock, look } = await teamRace();
  const { body: team } = await open(captain, { places: 2 });
  await member(team.link);
  const people = Array.from({ length: crowd }, (_, at) => ({ who: visitor(), email: `c${at}@example.test` }));
  const opened = await Promise.all(people.map(({ who, email }) => join(who, team.link, { email })));
  expect(opened.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(opened.filter(({ status }) => status === 409)).toHaveLength(crowd - 1);
  // All of them order, and the one with the place orders twice.
  const winner = people[opened.findIndex(({ status }) => status === 303)]?.who ?? visitor();
  const strangers = people.filter(({ who }) => who !== winner).map(({ who }) => who);
  const ordered = await Promise.all([winner, winner, ...strangers].map((who) => book(who)));
  expect(ordered.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(ordered.filter(({ status }) => status >= 500)).toEqual([]);
  await settle();
  expect(await stock()).toEqual({ sold: 2, held: 0 });
  expect((await look(team.id)).places.map(({ state }) => state)).toEqual(['paid', 'ordered']);
});

/** The negative control: each of the same crowd looks whether a place is free, and takes it afterwards. */
test('without the guard the same crowd opens the last place more than once', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(ready('create table last_place (claims integer not null)', [])));
  await database.transact((tx) => tx.run(ready('insert into last_place values (0)', [])));
  const take = async () => {
    const [row] = await database.read.all<{ claims: number }>(ready('select claims from last_place', []));
    if ((row?.claims ?? 1) > 0) return false;
    await database.transact((tx) => tx.run(ready('update last_place set claims = claims + 1', [])));
    return true;
  };
  const taken = await Promise.all(Array.from({ length: crowd }, take));
  await database.close();
  expect(taken.filter(Boolean).length).toBeGreaterThan(1);
});

test.each(['pays first', 'the day first'])(
  'money that comes in the moment of the day is in, or goes back: %s',
  async (order) => {
    const { open, captain, member, clock, login, deps, settle, stock, orders, race } = await teamRace();
    const { body: team } = await open(captain, { places: 3 });
    await member(team.link);
    await member(team.link);
    const late = await member(team.link, false);
    clock.advance(days(10));
    const office = await login('office@example.test');
    const pay = () => office.json('PATCH', `/api/admin/orders/${late}/status`, { status: 'complete' });
    const day = () => deps.write((work) => settleTeam(deps, work, team.id));
    await Promise.all(order === 'pays first' ? [pay(), day()] : [day(), pay()]);
    await settle();
    const found = (await orders()).find(({ id }) => id === late);
    const [sold] = await deps.read.all<{ live: number }>(
      ready('select count(*) live from participants where live = 1 and competition_id = ?', [race.relayId]),
    );
    expect(await stock()).toEqual({ sold: sold?.live, held: 0 });
    // Either the payment was entered, and the order has its place; or the day came first, and it has none.
    expect(found?.status === 'complete').toBe(sold?.live === 3);
    expect(['complete', 'canceled']).toContain(found?.status);
  },
);
