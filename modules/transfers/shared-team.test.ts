import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateCompetition } from '#modules/events/index.ts';
import { runner } from '#modules/orders/testing.ts';
import { teamRace } from '#modules/shared-teams/testing.ts';
import { days } from '#src/kernel/time.ts';
import { breaches } from '#tests/season/invariants.ts';
import type { OwnOffer } from './testing.ts';

type Refused = { code: string; details: { reason: string } };

/** A relay with legs, a team of four with two paid members, and transfers enabled. */
async function scene(settings: object = {}) {
  const at = await teamRace();
  const { race, office, open, member, deps, login } = at;
  const path = `/api/admin/events/${race.eventId}/transfers`;
  const said = { mode: 'allowed', feePrice: 500, priceRule: 'old', refundRule: 'paidLessFee', ...settings };
  expect((await office.json('PATCH', path, said)).status).toBe(200);
  await office.form(`/admin/events/${race.eventId}/shared-teams`, {
    ...{ mostOpen: '2', shortRule: 'dissolve', [`legs-${race.relayId}`]: 'Schwimmen, Rad, Laufen, Kurz' },
  });
  const { body: team } = await open();
  const orderId = await member(team.link);
  await member(team.link);
  const peopleOf = (id: number) =>
    deps.read.all<{ id: number; firstName: string; teamId: number }>(
      sql`select id, first_name firstName, team_id teamId from participants where order_id = ${id} and live = 1 order by id`,
    );
  const [before] = await peopleOf(orderId);
  const participantId = before?.id ?? expect.fail();
  const holder = await login('m1@example.test');
  const offer = (who = holder, of = participantId, order = orderId) =>
    who.json<OwnOffer & Refused>('POST', `/api/orders/${order}/participants/${of}/transfer`, {});
  const take = async ({ transfer, link }: OwnOffer, person: object = {}, totalPrice = 2000) =>
    (await login('taker@example.test')).json<{ orderId: number } & Refused>(
      'POST',
      `/api/transfers/${transfer?.id}/take`,
      {
        ...{ link, totalPrice, termsAccepted: true, eventConditionsAccepted: true },
        contactAddress: { firstName: 'Lena', lastName: 'Vogel' },
        teams: [
          {
            competitionId: race.relayId,
            teamName: 'Andere',
            participants: [
              { ...runner({ firstName: 'Lena', lastName: 'Vogel', email: 'lena@example.test' }), ...person },
            ],
          },
        ],
      },
    );
  return { ...at, team, orderId, before, participantId, holder, offer, take, peopleOf };
}
const ofHistory = /every record of an event tells|its last entry says|the last entry says/;

test('a place of a team that shares goes on with its seat, its leg and its number; the captain is told', async () => {
  const at = await scene();
  const { team, orderId, before, participantId, offer, take, look, pay, stock, mails, settle, visitor } = at;
  const seats = async () => (await look(team.id)).places.map(({ leg, state }) => [leg, state]);
  const was = await seats();
  const sold = await stock();
  const offered = await offer();
  expect([offered.status, offered.body.transfer?.state]).toEqual([201, 'offered']);
  const page = await (await visitor().fetch((offered.body.link ?? '').replace('http://shop.test', ''))).text();
  expect(page).toContain('Team Flotte Vier, Schwimmen');
  // Other team members are not shown.
  expect(page).not.toContain('m2@example.test');
  const taken = await take(offered.body);
  expect(taken.status).toBe(201);
  expect((await look(team.id)).places[0]?.name).not.toContain('Vogel');
  await pay(taken.body.orderId);
  expect(await seats()).toEqual(was);
  expect(await stock()).toEqual(sold);
  expect((await look(team.id)).places[0]).toMatchObject({ leg: 'Schwimmen', name: 'Lena Vogel', state: 'paid' });
  expect(await at.peopleOf(orderId)).toEqual([]);
  // The same participant row, so that references to it (timing) stay valid.
  expect(await at.peopleOf(taken.body.orderId)).toEqual([
    { id: participantId, firstName: 'Lena', teamId: before?.teamId },
  ]);
  const names = await at.deps.read.all(
    sql`select order_id, team_name, shared_team_id from teams where id = ${before?.teamId}`,
  );
  expect(names).toEqual([{ order_id: taken.body.orderId, team_name: 'Flotte Vier', shared_team_id: team.id }]);
  await settle();
  const [told] = (await mails('captain@example.test')).filter(({ subject }) => subject.includes('Lena Vogel'));
  expect(told?.text).toContain('startet statt der Person von vorher auf der Strecke „Schwimmen“');
  const refunds = await at.orders();
  expect(refunds.find(({ id }) => id === orderId)).toMatchObject({ refunded: 1500 });
  expect((await breaches(at.deps.read)).filter((sentence) => !ofHistory.test(sentence))).toEqual([]);
});

test('who comes is checked by the rules of the team, and a place of a team is of no other competition and no line', async () => {
  const { deps, race, offer, take, captain } = await scene({ lineFirst: true, otherCompetitions: true });
  const { body } = await offer();
  // No waiting list for a place in a team: the holder gets the link at once.
  expect(body.link).toContain('/transfers/');
  const look = await captain.json<{ otherCompetitionIds: number[]; totalPrice: number }>(
    'POST',
    `/api/transfers/${body.transfer?.id}/look`,
    { link: body.link },
  );
  expect(look.body).toMatchObject({ otherCompetitionIds: [], totalPrice: 2000 });
  await deps.write((work) => updateCompetition(work, race.relayId, { minAge: 18 }));
  expect((await take(body, { birthDate: '2015-01-01' })).body.code).toBe('REGISTERING_INVALID_AGES');
  // A member cannot join their team twice.
  const [other] = await deps.read.all<{ first: string; last: string; birth: string }>(
    sql`select first_name first, last_name last, birth_date birth from participants where live = 1 order by id desc limit 1`,
  );
  const twice = { firstName: other?.first, lastName: other?.last, birthDate: other?.birth };
  expect((await take(body, twice)).body.code).toBe('TICKET_ALREADY_BOOKED');
  expect((await take(body)).status).toBe(201);
});

test('of several places that a captain paid for one goes on, and the others stay', async () => {
  const at = await scene();
  const { captain, team, book, settle, pay, look, take, peopleOf, offer } = at;
  expect((await captain.json('POST', `/api/shared-teams/${team.id}/take`, { count: 2 })).status).toBeLessThan(300);
  const { body } = await book(captain, 2);
  await settle();
  await pay(body.orderId);
  const [first, second] = await peopleOf(body.orderId);
  expect(first?.teamId).toBe(second?.teamId);
  const offered = await offer(captain, first?.id, body.orderId);
  const taken = await take(offered.body);
  await pay(taken.body.orderId);
  expect((await peopleOf(body.orderId)).map(({ id }) => id)).toEqual([second?.id]);
  expect((await peopleOf(taken.body.orderId)).map(({ id }) => id)).toEqual([first?.id]);
  expect((await look(team.id)).places.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'paid']);
  expect((await breaches(at.deps.read)).filter((sentence) => !ofHistory.test(sentence))).toEqual([]);
});

test('a team that is dissolved while somebody is about to pay ends their order, and money that comes later goes home', async () => {
  const { clock, settle, offer, take, orders, orderId, deps, captain, team, statesOf } = await scene();
  // Only one of two paid, and the team needs two.
  await deps.write((work) => updateCompetition(work, 2, { minTeamSize: 3 }));
  const { body } = await offer();
  const taken = await take(body);
  expect(taken.status).toBe(201);
  clock.advance(days(10));
  await settle();
  clock.advance(days(3));
  await settle();
  expect((await captain.json<{ state: string }>('GET', `/api/shared-teams/${team.id}`)).status).not.toBe(500);
  expect(await statesOf(team.id)).not.toContain('paid');
  const known = await orders();
  expect(known.find(({ id }) => id === orderId)).toMatchObject({ status: 'canceled', refunded: 2150 });
  expect(known.find(({ id }) => id === taken.body.orderId)).toMatchObject({ status: 'canceled', refunded: 0 });
  const [transfer] = await deps.read.all<{ state: string }>(sql`select state from transfers`);
  expect(['withdrawn', 'failed', 'lapsed']).toContain(transfer?.state);
});

test('of a closing and the last payment one comes first, and nobody pays for a place that is gone', async () => {
  const calm = await scene();
  const alone = await calm.take((await calm.offer()).body);
  await calm.pay(alone.body.orderId);
  // Without a closing date the place passes, and both participate.
  expect(await calm.deps.read.all(sql`select count(*) n from participants where live = 1`)).toEqual([{ n: 2 }]);
  const at = await scene();
  const { offer, take, office, race, team, deps, settle } = at;
  const { body } = await offer();
  const taken = await take(body);
  const close = () => office.json('POST', `/api/admin/events/${race.eventId}/shared-teams/${team.id}/close`);
  const pay = () => office.json('PATCH', `/api/admin/orders/${taken.body.orderId}/status`, { status: 'complete' });
  await Promise.all([close(), pay()]);
  await settle();
  // Everything is refunded and no member is left.
  const [left] = await deps.read.all<{ n: number }>(sql`select count(*) n from participants where live = 1`);
  expect(left?.n).toBe(0);
  const owed = await deps.read.all(sql`select o.id from orders o where o.status in ('complete', 'shipped')
    and exists (select 1 from participants p where p.order_id = o.id)`);
  expect(owed).toEqual([]);
  expect((await breaches(deps.read)).filter((sentence) => !ofHistory.test(sentence))).toEqual([]);
});

test('a team of one order stays together, as before', async () => {
  const { race, login, book, pay, settle, offer, peopleOf } = await scene();
  const who = await login('club@example.test');
  const { body } = await book(who, 2);
  await settle();
  await pay(body.orderId);
  const [first] = await peopleOf(body.orderId);
  expect((await offer(who, first?.id, body.orderId)).body.details.reason).toBe('team');
  expect(race.relayId).toBeGreaterThan(0);
});
